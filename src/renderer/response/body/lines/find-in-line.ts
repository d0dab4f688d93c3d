/** The places of a searched text in one line of a body; upper and lower case are the same. */

/** The host shows a longer line as several of this length. */
const MAX_LINE = 2_000;

/**
 * The first place at `from` or behind it where the text begins in the line.
 * @param next the line below, in which a text that begins at the end of a long line continues
 * @returns undefined when there is none
 */
export function findInLine(
  { line, next = '' }: { line: string; next?: string | undefined },
  searched: string,
  from = 0,
): number | undefined {
  const continued = line.length < MAX_LINE ? line : line + next.slice(0, searched.length - 1);
  const start = continued.toLowerCase().indexOf(searched.toLowerCase(), from);
  return start < 0 ? undefined : start;
}
