/**
 * Frames on the pipes of a slot: a little-endian u32 length, then that many bytes of UTF-8. With the highest bit of the
 * length set, it is a piece of the answer of a call: a u32 with the number of the call comes before the bytes.
 */
import { Buffer } from 'node:buffer';

const PIECE = 0x8000_0000;

export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(length + 4);
  frame.writeUInt32LE(length);
  frame.write(text, 4);
  return frame;
}

/** Bytes that belong to the answer of a call, ahead of it: the head of their frame; they follow as they are. */
export function pieceHead(id: number, bytes: number): Buffer {
  const head = Buffer.allocUnsafe(8);
  head.writeUInt32LE(PIECE + bytes);
  head.writeUInt32LE(id, 4);
  return head;
}

/**
 * Cuts a stream of bytes into frames. A length above `maxBytes` calls `onTooLong` before anything of that frame
 * is kept, and everything after it is ignored. The chunks are lent to it.
 */
export function frameReader(options: {
  maxBytes: number;
  /** The bytes are lent: they may be part of what was read. */
  onFrame: (bytes: Buffer) => void;
  /** Gets the bytes of a piece as they come, lent too. Left out: a piece is too long. */
  onPiece?: (id: number, bytes: Buffer) => void;
  onTooLong: (bytes: number) => void;
}): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let have = 0;
  let need = -1;
  let piece: { id: number; left: number } | undefined;
  let broken = false;

  /** Hands on what belongs to the piece that is under way; returns the rest. */
  const handOn = (bytes: Buffer): Buffer => {
    if (!piece) return bytes;
    const mine = bytes.subarray(0, piece.left);
    piece.left -= mine.length;
    options.onPiece?.(piece.id, mine);
    if (piece.left === 0) piece = undefined;
    return bytes.subarray(mine.length);
  };
  return (chunk) => {
    if (broken) return;
    const own = handOn(chunk);
    parts.push(own);
    have += own.length;
    while (have >= (need < 0 ? 4 : need)) {
      let bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      if (need < 0) {
        need = bytes.readUInt32LE();
        if (options.onPiece && need >= PIECE) {
          need = -1;
          if (have < 8) {
            parts = [Buffer.from(bytes)];
            return;
          }
          piece = { id: bytes.readUInt32LE(4), left: bytes.readUInt32LE() - PIECE };
          bytes = handOn(bytes.subarray(8));
        } else bytes = bytes.subarray(4);
        if (need > options.maxBytes) {
          broken = true;
          parts = [];
          options.onTooLong(need);
          return;
        }
      } else {
        const frame = bytes.subarray(0, need);
        bytes = bytes.subarray(need);
        need = -1;
        options.onFrame(frame);
      }
      parts = [bytes];
      have = bytes.length;
    }
    // What is read next may be written to the same memory.
    const last = parts.at(-1);
    if (have > 0 && last) parts[parts.length - 1] = Buffer.from(last);
  };
}
