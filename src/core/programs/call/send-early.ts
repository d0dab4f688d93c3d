/** Sends a large result to the script while the program is still printing. */
import type { SendPiece } from '../../../contract/scripts/guest-contract.ts';

/** Results beyond this size are sent early. */
const EARLY_BYTES = 512 * 1024;

export interface EarlyResult {
  /** The next bytes of stdout, which are UTF-8. */
  take(bytes: Buffer): void;
  /** The rest that has not been sent, with its line end; undefined when nothing has been sent. */
  unsent(): string | undefined;
}

export function sendEarly(sendPiece: SendPiece): EarlyResult {
  let waiting: Buffer[] = [];
  let bytesWaiting = 0;
  let sent = false;
  return {
    take(bytes) {
      waiting.push(bytes);
      bytesWaiting += bytes.length;
      if (!sent && bytesWaiting < EARLY_BYTES) return;
      const all = waiting.length === 1 ? bytes : Buffer.concat(waiting);
      const splitIndex = endOfText(all);
      if (splitIndex > 0) sendPiece(all.subarray(0, splitIndex));
      sent ||= splitIndex > 0;
      waiting = splitIndex < all.length ? [all.subarray(splitIndex)] : [];
      bytesWaiting = all.length - splitIndex;
    },
    unsent: () => (sent ? Buffer.concat(waiting).toString() : undefined),
  };
}

/**
 * Where the bytes can be cut: not inside of a character, and before a line end, which may have to be removed from the
 * result.
 */
function endOfText(bytes: Buffer): number {
  const byteAt = (index: number): number => bytes[index] ?? 0;
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 2 && (byteAt(end - 1) === 0x0a || byteAt(end - 1) === 0x0d)) end -= 1;
  for (let back = 0; back < 3 && end > 0 && (byteAt(end - 1) & 0xc0) === 0x80; back += 1) end -= 1;
  return end > 0 && byteAt(end - 1) >= 0xc0 ? end - 1 : end;
}
