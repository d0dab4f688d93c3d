/** TextEncoderStream and TextDecoderStream, implemented with the realm's streams and codecs. */
interface Controller {
  enqueue(chunk: unknown): void;
}
interface Transformer {
  transform(chunk: unknown, controller: Controller): void;
  flush?(controller: Controller): void;
}
interface Streams {
  TransformStream: new (transformer: Transformer) => { readable: object; writable: object };
}
interface Codecs {
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new (label?: string, options?: object) => { encoding: string; decode(bytes: Uint8Array): string };
}

export function createTextStreams({ TransformStream }: Streams, { TextEncoder, TextDecoder }: Codecs) {
  class TextEncoderStream {
    readonly encoding = 'utf-8';
    readonly readable: object;
    readonly writable: object;

    constructor() {
      const encoder = new TextEncoder();
      /** The first half of a surrogate pair that continues in the next chunk. */
      let half = '';
      const stream = new TransformStream({
        transform(chunk, controller) {
          const text = half + String(chunk);
          half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
          const whole = text.slice(0, text.length - half.length);
          if (whole) controller.enqueue(encoder.encode(whole));
        },
        flush(controller) {
          if (half) controller.enqueue(encoder.encode(half));
        },
      });
      this.readable = stream.readable;
      this.writable = stream.writable;
    }
  }

  class TextDecoderStream {
    readonly encoding: string;
    readonly readable: object;
    readonly writable: object;

    constructor(label?: string, options?: object) {
      const decoder = new TextDecoder(label, options);
      this.encoding = decoder.encoding;
      /** The first bytes of a character that continues in the next chunk. */
      let unfinishedBytes = new Uint8Array();
      const stream = new TransformStream({
        transform(chunk, controller) {
          const bytes = joined(unfinishedBytes, bytesOf(chunk));
          const end = bytes.length - incompleteBytes(bytes);
          unfinishedBytes = bytes.slice(end);
          if (end > 0) controller.enqueue(decoder.decode(bytes.subarray(0, end)));
        },
        flush(controller) {
          if (unfinishedBytes.length > 0) controller.enqueue(decoder.decode(unfinishedBytes));
        },
      });
      this.readable = stream.readable;
      this.writable = stream.writable;
    }
  }
  return { TextEncoderStream, TextDecoderStream };
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError('TextDecoderStream takes bytes.');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joinedBytes = new Uint8Array(first.length + second.length);
  joinedBytes.set(first);
  joinedBytes.set(second, first.length);
  return joinedBytes;
}

/** The number of bytes at the end that begin an incomplete UTF-8 character. */
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
