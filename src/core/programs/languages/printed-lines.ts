/** Bounds a program's output before patterns are applied to it. */

const MAX_CHARACTERS = 64 * 1024;
/** Patterns with two open ends take time quadratic in the length of a line. */
const MAX_LINE = 1000;

/**
 * The first and the last 64 KB of a text as lines without colours, each cut to 1000 characters: errors are printed at
 * the beginning or at the end.
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

/** Java's launcher prints the options of environment variables to stderr, which is not output of the program. */
const JAVA_LAUNCHER_NOTE = /^(NOTE: )?Picked up (_JAVA|JAVA_TOOL|JDK_JAVA)_OPTIONS:/;
const MAX_LAUNCHER_NOTES = 16 * 1024;

/** Whether the program itself has written anything to stderr, even an empty line. */
export function hasWritten(stderr: string): boolean {
  if (stderr.length > MAX_LAUNCHER_NOTES) return true;
  const lines = stderr.split('\n');
  return lines.filter((line) => !JAVA_LAUNCHER_NOTE.test(line)).join('\n') !== '';
}

const MAX_MESSAGE_LINES = 10;

/** The lines of a message from `from` to its end, at most ten. */
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

/** The messages of an error and its causes, outermost first. */
export const withCauses = (messages: readonly string[]): string => messages.join(', caused by ');

/** Places that a pattern finds, at most one in each line: its group 1 is the file and group 2 the line. */
export function placesIn(lines: readonly string[], pattern: RegExp): { file: string; line: number }[] {
  return lines.flatMap((text) => {
    const [, file, line] = pattern.exec(text) ?? [];
    return file ? [{ file, line: Number(line) }] : [];
  });
}
