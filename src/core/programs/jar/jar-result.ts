/**
 * The value that a called jar method returned, kept apart from what it printed: JarExecuter writes U+001E, the number of
 * UTF-8 bytes of the value, a line end, and the value to stdout. A void method writes no such mark.
 */
const mark = /\u001e(\d+)\n/g;

/** The returned value, or all of stdout when the method returns nothing (external-programs, rule 4). */
export function methodResult(stdout: string): string {
  let followedByMore: string | undefined;
  for (const match of stdout.matchAll(mark)) {
    const afterMark = stdout.slice(match.index + match[0].length);
    const announced = Number(match[1]);
    const available = Buffer.byteLength(afterMark);
    // A program may print such a mark too, but only one is followed by exactly what it announces …
    if (available === announced) return afterMark;
    // … unless a thread, or a hook at the end of Java, has printed after it.
    if (available > announced) followedByMore = Buffer.from(afterMark).subarray(0, announced).toString();
  }
  return followedByMore ?? stdout;
}

/** stdout as people should see it. */
export function withoutResultMark(text: string): string {
  return text.replace(mark, '');
}
