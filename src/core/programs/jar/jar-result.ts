/**
 * The value that a called jar method returned, kept apart from what it printed: JarExecuter ends its stdout with
 * U+001E, the number of UTF-8 bytes of the value, a line end, and the value. A void method writes no such mark.
 */
const mark = /\u001e(\d+)\n/g;

/** The returned value, or all of stdout when the method returns nothing (external-programs, rule 4). */
export function methodResult(stdout: string): string {
  for (const found of stdout.matchAll(mark)) {
    const value = stdout.slice(found.index + found[0].length);
    // A program may print such a mark too; only the last one is followed by exactly what it announces.
    if (Buffer.byteLength(value) === Number(found[1])) return value;
  }
  return stdout;
}

/** stdout as people should see it. */
export function withoutResultMark(text: string): string {
  return text.replace(mark, '');
}
