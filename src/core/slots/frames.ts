/** Frames on the pipes of a slot: a little-endian u32 length, then that many bytes of UTF-8. */
import { Buffer } from 'node:buffer';

export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(length + 4);
  frame.writeUInt32LE(length);
  frame.write(text, 4);
  return frame;
}

/** Bytes that belong to the answer of a call, ahead of it: the head of their frame; they follow as they are. */
export function pieceHead(id: number, bytes: number): Buffer {
  const mark = `~${id} `;
  const head = Buffer.allocUnsafe(4 + mark.length);
  head.writeUInt32LE(mark.length + bytes);
  head.write(mark, 4, 'latin1');
  return head;
}

/**
 * Cuts a stream of bytes into frames. A length above `maxBytes` calls `onTooLong` before anything of that frame
 * is kept, and everything after it is ignored.
 */
export function frameReader(options: {
  maxBytes: number;
  /** The bytes are lent: they may be part of what was read. */
  onFrame: (bytes: Buffer) => void;
  onTooLong: (bytes: number) => void;
}): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let have = 0;
  let need = -1;
  let broken = false;

  return (chunk) => {
    if (broken) return;
    parts.push(chunk);
    have += chunk.length;
    while (have >= (need < 0 ? 4 : need)) {
      const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      if (need < 0) {
        need = bytes.readUInt32LE();
        parts = [bytes.subarray(4)];
        have = bytes.length - 4;
        if (need > options.maxBytes) {
          broken = true;
          parts = [];
          options.onTooLong(need);
          return;
        }
      } else {
        const frame = bytes.subarray(0, need);
        parts = [bytes.subarray(need)];
        have = bytes.length - need;
        need = -1;
        options.onFrame(frame);
      }
    }
  };
}
