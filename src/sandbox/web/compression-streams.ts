/** CompressionStream and DecompressionStream: the process compresses what was written, at its end. */
import type { Channel } from '../channel.ts';
import { bytesOf } from './crypto-key.ts';
import { isArray, parseJson, toJson, toText } from '../primordials.ts';

interface Controller {
  enqueue(chunk: Uint8Array): void;
}
interface Transformer {
  transform(chunk: unknown): void;
  flush(controller: Controller): Promise<void>;
}
export interface CompressionTools {
  channel: Channel;
  TransformStream: () => new (transformer: Transformer) => { readable: object; writable: object };
  joined: (parts: readonly Uint8Array[]) => Uint8Array;
  toBase64: (bytes: Uint8Array) => string;
  fromBase64: (text: string) => Uint8Array;
}

/** As much as the process takes in one call. */
const MAX_BYTES = 16 * 1024 * 1024;
const formats: readonly unknown[] = ['gzip', 'deflate', 'deflate-raw'];

export function createCompressionStreams(tools: CompressionTools) {
  const streamOf = (op: 'compress' | 'decompress', format: string) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    return new (tools.TransformStream())({
      transform(chunk) {
        const bytes = bytesOf(chunk);
        if (!bytes) throw new TypeError('A stream of compression takes bytes.');
        size += bytes.length;
        if (size > MAX_BYTES) throw new TypeError(`A stream of compression takes at most ${MAX_BYTES} bytes.`);
        parts.push(bytes.slice());
      },
      async flush(controller) {
        const call = { op, format, data: tools.toBase64(tools.joined(parts)) };
        const answer = parseJson(await tools.channel.askProcess(toJson(call))) as {
          bytes?: string;
          error?: { message: string };
        };
        if (answer.bytes === undefined) throw new TypeError(answer.error?.message);
        if (answer.bytes !== '') controller.enqueue(tools.fromBase64(answer.bytes));
      },
    });
  };
  const checked = (format: unknown, name: string): string => {
    const text = isArray(format) ? '' : toText(format);
    if (!formats.includes(text)) throw new TypeError(`${name}: there is no format ${text}.`);
    return text;
  };

  class CompressionStream {
    readonly readable: object;
    readonly writable: object;
    constructor(format: unknown) {
      const stream = streamOf('compress', checked(format, 'CompressionStream'));
      this.readable = stream.readable;
      this.writable = stream.writable;
    }
    get [Symbol.toStringTag](): string {
      return 'CompressionStream';
    }
  }
  class DecompressionStream {
    readonly readable: object;
    readonly writable: object;
    constructor(format: unknown) {
      const stream = streamOf('decompress', checked(format, 'DecompressionStream'));
      this.readable = stream.readable;
      this.writable = stream.writable;
    }
    get [Symbol.toStringTag](): string {
      return 'DecompressionStream';
    }
  }
  return { CompressionStream, DecompressionStream };
}
