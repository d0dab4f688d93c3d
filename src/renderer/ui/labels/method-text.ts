/** Abbreviations of methods. */
const abbreviations: Record<string, string> = { DELETE: 'DEL', OPTIONS: 'OPT' };
const MAX_LETTERS = 5;

/** An HTTP method in at most five letters. */
export function methodText(method: string): string {
  const name = method.toUpperCase();
  return abbreviations[name] ?? name.slice(0, MAX_LETTERS);
}
