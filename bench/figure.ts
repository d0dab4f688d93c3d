/** One measured figure, and its upper limit. */
export interface Figure {
  what: string;
  value: number;
  unit: 'ms' | 'times' | 'MB' | 's';
  target: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Returns the duration of `work` in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
