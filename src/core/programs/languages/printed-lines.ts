/** What a program has printed, made small enough for patterns to run on. */

const MAX_CHARACTERS = 64 * 1024;
/** Patterns with two open ends take the square of a line's length. */
const MAX_LINE = 1000;

/**
 * The first and the last 64 KB of a text as lines without colours, each cut to 1000 characters: an error stands at the
 * beginning or at the end of what a program prints.
 */
export function printedLines(text: string): string[] {
  const ends =
    text.length > 2 * MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n${text.slice(-MAX_CHARACTERS)}` : text;
  return ends
    .replace(/\u001b\[[\d;]*m/g, '')
    .split(/\r?\n/)
    .map((line) => line.slice(0, MAX_LINE))
    .filter((line) => !JAVA_LAUNCHER_NOTE.test(line));
}

/** The Java launcher reports on stderr which options it has read from the environment; that is not the program. */
const JAVA_LAUNCHER_NOTE = /^(NOTE: )?Picked up (_JAVA|JAVA_TOOL|JDK_JAVA)_OPTIONS:/;
const MAX_LAUNCHER_NOTES = 16 * 1024;

/** Whether the program itself has written anything to stderr, be it an empty line. */
export function hasWritten(stderr: string): boolean {
  if (stderr.length > MAX_LAUNCHER_NOTES) return true;
  const lines = stderr.split('\n');
  return lines.filter((line) => !JAVA_LAUNCHER_NOTE.test(line)).join('\n') !== '';
}

const MAX_MESSAGE_LINES = 10;

/** The lines of a message from `from` until a line that does not belong to it, at most ten. */
export function messageFrom(lines: readonly string[], from: number, endsBefore: (line: string) => boolean): string {
  const message: string[] = [];
  for (const line of lines.slice(from, from + MAX_MESSAGE_LINES)) {
    if (message.length > 0 && endsBefore(line)) break;
    message.push(line);
  }
  return message.join('\n').trim();
}

export const lastLineOf = (lines: readonly string[]): string | undefined =>
  lines.findLast((line) => line.trim() !== '')?.trim();

/** The error of a chain with what it was caused by, outermost first. */
export const withCauses = (messages: readonly string[]): string => messages.join(', caused by ');

/** The places that a pattern finds, one a line: its group 1 is the file and group 2 the line. */
export function placesIn(lines: readonly string[], pattern: RegExp): { file: string; line: number }[] {
  return lines.flatMap((text) => {
    const [, file, line] = pattern.exec(text) ?? [];
    return file ? [{ file, line: Number(line) }] : [];
  });
}
