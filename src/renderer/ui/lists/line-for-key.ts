const PAGE = 10;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  End: Number.MAX_SAFE_INTEGER,
  Home: -Number.MAX_SAFE_INTEGER,
};

/** The line that a key chooses, or undefined if it is not a key of the list. @param index the chosen line; -1: none */
export function lineForKey(key: string, index: number, count: number): number | undefined {
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  return Math.min(Math.max(0, index + step), count - 1);
}
