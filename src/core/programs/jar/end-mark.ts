/**
 * Finds the end of one call's output in a warm JVM: U+001E, the nonce of the call, and on stdout its exit code and
 * whether the JVM can take another call (java/src/outrigger/jarexecuter/StandardStreams.java).
 * Frames cannot be used, because the called method writes to the streams itself, piece by piece.
 */
import type { Writable } from 'node:stream';

/** Bytes between the nonce and the line end. */
const MAX_WORDS = 16;

/**
 * @param sink receives everything before the mark, at once unless it may be the beginning of the mark
 * @param onEnd receives the words after the nonce
 * @returns a function that takes the next bytes of the stream
 */
export function findEndMark(nonce: string, sink: Writable, onEnd: (words: string[]) => void): (bytes: Buffer) => void {
  const mark = Buffer.from(`\u001e${nonce}`);
  let pending: Buffer = Buffer.alloc(0);
  return (bytes) => {
    pending = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes;
    const markStart = beginOfMark(pending, mark);
    if (markStart > 0) sink.write(pending.subarray(0, markStart));
    pending = pending.subarray(markStart);
    const end = pending.length >= mark.length ? pending.indexOf('\n', mark.length) : -1;
    if (end < 0 || end > mark.length + MAX_WORDS) return;
    const words = pending.toString('latin1', mark.length, end).trim();
    pending = Buffer.alloc(0);
    sink.end();
    onEnd(words.split(' '));
  };
}

/**
 * The start of the mark, or of a possible beginning of it at the end of the bytes; their length when there is neither.
 */
function beginOfMark(bytes: Buffer, mark: Buffer): number {
  const whole = bytes.indexOf(mark);
  if (whole >= 0) return whole;
  for (let start = Math.max(0, bytes.length - mark.length + 1); start < bytes.length; start++) {
    if (bytes[start] === mark[0] && mark.subarray(0, bytes.length - start).equals(bytes.subarray(start))) return start;
  }
  return bytes.length;
}
