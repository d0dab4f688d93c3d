/** References to variables in a line of text, and their descriptions. */

/** In characters: the editor does not draw more of a line. */
const MAX_LINE = 10_000;

export interface Reference {
  name: string;
  /** One-based columns of the line; the end is after the braces. */
  startColumn: number;
  endColumn: number;
}

export const referencesIn = (line: string): Reference[] =>
  [...line.slice(0, MAX_LINE).matchAll(/\{\{([^{}]*)\}\}/g)].map(({ index, 0: text, 1: name = '' }) => ({
    name: name.trim(),
    startColumn: index + 1,
    endColumn: index + 1 + text.length,
  }));

/** Markdown that shows a text literally, whatever it contains. */
export function asCode(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
