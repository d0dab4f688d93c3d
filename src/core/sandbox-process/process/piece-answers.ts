/** Answers that arrive in pieces: each grows in place, in memory outside of the heap, which is limited. */
import { isAscii, Buffer } from 'node:buffer';
import type { PieceTarget } from '../frames.ts';

const GROW_BYTES = 4 * 1024 * 1024;

export interface PieceAnswers {
  /** Adds a copy of the bytes to the answer of a call. */
  add(target: PieceTarget, piece: Uint8Array): void;
  /** The whole text of a frame: with the pieces before it, if it is the rest of an answer. */
  complete(frame: string): string;
  clear(): void;
}

/** @param onTooLong called instead of storing an answer above `maxBytes`; does not return */
export function createPieceAnswers(maxBytes: number, onTooLong: () => never): PieceAnswers {
  interface Answer {
    bytes: ArrayBuffer;
    length: number;
  }
  /** The answers by `<run> <id>` of their call; each begins like the frame of an answer. */
  const answers = new Map<string, Answer>();

  function append(answer: Answer, more: Uint8Array): void {
    const { length } = answer;
    if (length + more.length > maxBytes) onTooLong();
    const { byteLength } = answer.bytes;
    if (length + more.length > byteLength) {
      answer.bytes.resize(Math.min(maxBytes, Math.max(length + more.length, byteLength + GROW_BYTES)));
    }
    new Uint8Array(answer.bytes, length, more.length).set(more);
    answer.length += more.length;
  }

  return {
    add({ run, id }, piece) {
      const call = `${run} ${id}`;
      let answer = answers.get(call);
      if (!answer) {
        answer = { bytes: new ArrayBuffer(0, { maxByteLength: maxBytes }), length: 0 };
        append(answer, Buffer.from(`=${call} +`));
        answers.set(call, answer);
      }
      append(answer, piece);
    },
    complete(frame) {
      if (answers.size === 0) return frame;
      const [, call = '', result = ''] = /^=(\d+ \d+) ([+-])/.exec(frame) ?? [];
      const answer = answers.get(call);
      answers.delete(call);
      // An error discards the pieces.
      if (!answer || result === '-') return frame;
      append(answer, Buffer.from(frame.slice(call.length + 3)));
      const whole = Buffer.from(answer.bytes, 0, answer.length);
      // V8 stores a large text of one-byte characters outside of the heap.
      return whole.toString(isAscii(whole) ? 'latin1' : 'utf8');
    },
    clear: () => answers.clear(),
  };
}
