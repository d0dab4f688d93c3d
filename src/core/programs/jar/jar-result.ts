/**
 * Separates the return value of a jar method from its output: JarExecuter writes U+001E, the number of UTF-8 bytes of
 * the value, a line end, and the value to stdout. A void method writes no such mark.
 */
const mark = /\u001e(\d+)\n/g;

/**
 * The return value, or all of stdout when the method returns nothing (docs/external-programs.md, "What a method
 * returns").
 */
export function methodResult(stdout: string): string {
  let followedByMore: string | undefined;
  for (const match of stdout.matchAll(mark)) {
    const afterMark = stdout.slice(match.index + match[0].length);
    const announcedLength = Number(match[1]);
    const available = Buffer.byteLength(afterMark);
    // A program may print such a mark, too, but only the last one is followed by exactly the declared number of bytes …
    if (available === announcedLength) return afterMark;
    // … unless a thread, or a shutdown hook, has printed after it.
    if (available > announcedLength) followedByMore = Buffer.from(afterMark).subarray(0, announcedLength).toString();
  }
  return followedByMore ?? stdout;
}

/** stdout in the form that is shown to people. */
export function withoutResultMark(text: string): string {
  return text.replace(mark, '');
}
