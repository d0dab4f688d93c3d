/** TextEncoderStream and TextDecoderStream, implemented with the realm's streams and codecs. */
import type { createTextCodecs } from './text-codecs.ts';

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
type Codecs = ReturnType<typeof createTextCodecs>;

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
      const stream = new TransformStream({
        transform(chunk, controller) {
          const text = decoder.decode(chunk, { stream: true });
          if (text) controller.enqueue(text);
        },
        flush(controller) {
          const text = decoder.decode();
          if (text) controller.enqueue(text);
        },
      });
      this.readable = stream.readable;
      this.writable = stream.writable;
    }
  }
  return { TextEncoderStream, TextDecoderStream };
}
