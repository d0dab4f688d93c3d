/** TextEncoder and TextDecoder, with the encodings of browsers. */
import { defineProperty, toText } from '../primordials.ts';

export interface CodecParts {
  encode: (text: string) => Uint8Array;
  /** Invalid parts become U+FFFD. */
  decode: (bytes: Uint8Array) => string;
  /** Encodings beside UTF-8. */
  iconv: () => {
    encodingExists(name: string): boolean;
    getDecoder(name: string, options: { stripBOM: boolean }): PieceDecoder;
  };
}
/** Keeps the bytes of a character that continues in the next piece. */
interface PieceDecoder {
  write(bytes: Uint8Array): string;
  /** @returns the text of the bytes that are left */
  end(): string | undefined;
}

export function createTextCodecs(parts: CodecParts) {
  class TextEncoder {
    get encoding(): string {
      return 'utf-8';
    }
    encode(text: unknown = ''): Uint8Array {
      return parts.encode(toText(text));
    }
    encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
      let [read, written] = [0, 0];
      for (const character of toText(text)) {
        const bytes = parts.encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  }
  return { TextEncoder, TextDecoder: decoderClass(parts) };
}

function decoderClass(parts: CodecParts) {
  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    /** Bytes of a character in UTF-8 that continues in the next call. */
    #unfinished = new Uint8Array();
    /** For another encoding: exists from the first piece of a text to its last one. */
    #pieces: PieceDecoder | undefined;
    #hasBegun = false;

    constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } = {}) {
      this.encoding = encodingOf(toText(label), parts);
      this.fatal = Boolean(options.fatal);
      this.ignoreBOM = Boolean(options.ignoreBOM);
    }
    decode(input: unknown = new Uint8Array(), { stream = false }: { stream?: unknown } = {}): string {
      const bytes = bytesOf(input);
      const isLast = !stream;
      let text = this.encoding === 'utf-8' ? this.#utf8(bytes, isLast) : this.#inPieces(bytes, isLast);
      const isBeginning = !this.#hasBegun;
      this.#hasBegun = !isLast && (this.#hasBegun || text !== '');
      if (isBeginning && !this.ignoreBOM && text.startsWith('\ufeff')) text = text.slice(1);
      return text;
    }
    #inPieces(bytes: Uint8Array, isLast: boolean): string {
      const pieces = (this.#pieces ??= parts.iconv().getDecoder(this.encoding, { stripBOM: false }));
      if (isLast) this.#pieces = undefined;
      return pieces.write(bytes) + (isLast ? (pieces.end() ?? '') : '');
    }
    #utf8(piece: Uint8Array, isLast: boolean): string {
      const all = joined(this.#unfinished, piece);
      const end = all.length - (isLast ? 0 : incompleteBytes(all));
      this.#unfinished = all.slice(end);
      const bytes = all.subarray(0, end);
      const text = parts.decode(bytes);
      if (this.fatal && text.includes('\ufffd') && !isSame(parts.encode(text), bytes)) {
        const error = new TypeError('The encoded data was not valid for encoding utf-8');
        throw defineProperty(error, 'code', { value: 'ERR_ENCODING_INVALID_ENCODED_DATA', configurable: true });
      }
      return text;
    }
  }
  return TextDecoder;
}

/** @throws RangeError for an unknown label */
function encodingOf(label: string, { iconv }: CodecParts): string {
  const name = label.trim().toLowerCase();
  if (/^(unicode-1-1-)?utf-?8$/.test(name)) return 'utf-8';
  if (/^(utf-16(le)?|ucs-2|unicode|iso-10646-ucs-2)$/.test(name)) return 'utf-16le';
  if (/^(us-)?ascii$|^latin1$|^l1$|^iso-?8859-?1$|^(windows-|cp|x-cp)1252$/.test(name)) return 'windows-1252';
  if (/^[a-z]/.test(name) && iconv().encodingExists(name)) return name;
  const error = new RangeError(`The "${label}" encoding is not supported`);
  throw defineProperty(error, 'code', { value: 'ERR_ENCODING_NOT_SUPPORTED', configurable: true });
}

function bytesOf(input: unknown): Uint8Array {
  if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  throw new TypeError('The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/** The number of bytes at the end that begin an incomplete character in UTF-8. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? back : 0;
    }
  }
  return 0;
}
