/**
 * Frames on the pipes of a sandbox process: a little-endian u32 length, followed by that many bytes of UTF-8. If the
 * highest bit of the length is set, the frame is a piece of a call's answer: the run and the id of the call, a u32
 * each, come before the bytes.
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

/** A frame with a beginning, and a text that is already encoded in UTF-8. The bytes are not copied. */
export function frameOfBytes(begin: string, utf8: Uint8Array): [head: Uint8Array, utf8: Uint8Array] {
  const head = encodeFrame(begin);
  head.writeUInt32LE(head.length - 4 + utf8.length);
  return [head, utf8];
}

/** The script and the call to whose answer a piece belongs. */
export interface PieceTarget {
  run: number;
  id: number;
}
const TARGET_BYTES = 8;

/** What comes next on a pipe, and its size in bytes. */
interface ExpectedPart {
  part: 'length' | 'pieceTarget' | 'frame';
  size: number;
}
const LENGTH: ExpectedPart = { part: 'length', size: 4 };
const PIECE_TARGET: ExpectedPart = { part: 'pieceTarget', size: TARGET_BYTES };

/** The head of a frame with a piece of an answer, to be followed by that many bytes. */
export function pieceHead({ run, id }: PieceTarget, bytes: number): Buffer {
  const head = Buffer.allocUnsafe(4 + TARGET_BYTES);
  head.writeUInt32LE(PIECE + bytes);
  head.writeUInt32LE(run, 4);
  head.writeUInt32LE(id, 8);
  return head;
}

export interface FrameReaderOptions {
  maxBytes: number;
  /** The bytes are only valid during the call: they may be part of the read buffer. */
  onFrame: (bytes: Buffer) => void;
  /** Receives the bytes of a piece as they arrive, valid during the call only. Absent: a piece counts as too long. */
  onPiece?: (target: PieceTarget, bytes: Buffer) => void;
  onTooLong: (bytes: number) => void;
}

/**
 * Divides a stream of bytes into frames. A length above `maxBytes` calls `onTooLong` before anything of that frame is
 * stored, and all later bytes are ignored. Chunks need to be valid during the call only.
 */
export function frameReader(options: FrameReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let storedBytes = 0;
  let expected: ExpectedPart = LENGTH;
  /** The size of the piece whose target comes next. */
  let announcedLength = 0;
  let piece = { target: { run: 0, id: 0 }, remaining: 0 };
  let isBroken = false;

  /** Passes on the bytes that belong to the current piece; returns the rest. */
  const passOn = (bytes: Buffer): Buffer => {
    if (piece.remaining === 0) return bytes;
    const pieceBytes = bytes.subarray(0, piece.remaining);
    piece.remaining -= pieceBytes.length;
    options.onPiece?.(piece.target, pieceBytes);
    return bytes.subarray(pieceBytes.length);
  };
  const store = (bytes: Buffer): void => {
    parts = bytes.length > 0 ? [bytes] : [];
    storedBytes = bytes.length;
  };
  return (chunk) => {
    if (isBroken) return;
    const unclaimed = passOn(chunk);
    if (unclaimed.length > 0) parts.push(unclaimed);
    storedBytes += unclaimed.length;
    try {
      while (storedBytes >= expected.size) {
        const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
        const { part, size } = expected;
        const following = bytes.subarray(size);
        expected = LENGTH;
        // Stored before anything is passed on, because the receiver may throw.
        store(following);
        if (part === 'frame') options.onFrame(bytes.subarray(0, size));
        else if (part === 'pieceTarget') {
          piece = { target: { run: bytes.readUInt32LE(), id: bytes.readUInt32LE(4) }, remaining: announcedLength };
          store(passOn(following));
        } else {
          const length = bytes.readUInt32LE();
          if (options.onPiece && length >= PIECE) {
            expected = PIECE_TARGET;
            announcedLength = length - PIECE;
          } else if (length > options.maxBytes) {
            isBroken = true;
            parts = [];
            options.onTooLong(length);
            return;
          } else expected = { part: 'frame', size: length };
        }
      }
    } finally {
      // Copied, because the next read may use the same memory.
      const last = parts.pop();
      if (last) parts.push(Buffer.from(last));
    }
  };
}
