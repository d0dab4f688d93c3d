/** Blob and File of the web, with their bytes in the realm. */
import { toText } from '../primordials.ts';

interface BlobTools {
  encode(text: string): Uint8Array;
  decode(bytes: Uint8Array): string;
  /** The class that `stream()` uses. */
  ReadableStream(): new (source: { start(controller: StreamController): void }) => object;
}
interface StreamController {
  enqueue(bytes: Uint8Array): void;
  close(): void;
}
interface BlobOptions {
  type?: unknown;
}

function copyOfBytes(part: unknown): Uint8Array | undefined {
  if (part instanceof ArrayBuffer) return new Uint8Array(part.slice(0));
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice();
  return undefined;
}

function createBlobClass({ encode, decode, ReadableStream }: BlobTools) {
  const bytesOfPart = (part: unknown): Uint8Array =>
    part instanceof Blob ? Blob.bytesOf(part) : (copyOfBytes(part) ?? encode(toText(part)));

  class Blob {
    #bytes: Uint8Array;
    readonly #type: string;

    constructor(parts: Iterable<unknown> = [], { type = '' }: BlobOptions = {}) {
      if (typeof parts !== 'object') throw new TypeError('Blob: the first argument is a list of parts.');
      const list = Array.from(parts, bytesOfPart);
      this.#bytes = new Uint8Array(list.reduce((sum, { length }) => sum + length, 0));
      let offset = 0;
      for (const bytes of list) {
        this.#bytes.set(bytes, offset);
        offset += bytes.length;
      }
      const text = toText(type);
      this.#type = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : '';
    }
    static bytesOf(blob: Blob): Uint8Array {
      return blob.#bytes;
    }
    get size(): number {
      return this.#bytes.length;
    }
    get type(): string {
      return this.#type;
    }
    slice(start?: number, end?: number, type?: unknown): Blob {
      const part = new Blob([], { type: type ?? '' });
      part.#bytes = this.#bytes.slice(start, end);
      return part;
    }
    text(): Promise<string> {
      return Promise.resolve(decode(this.#bytes));
    }
    arrayBuffer(): Promise<ArrayBuffer> {
      return Promise.resolve(this.#bytes.slice().buffer);
    }
    bytes(): Promise<Uint8Array> {
      return Promise.resolve(this.#bytes.slice());
    }
    stream(): object {
      return new (ReadableStream())({
        start: (controller) => {
          if (this.#bytes.length > 0) controller.enqueue(this.#bytes.slice());
          controller.close();
        },
      });
    }
    get [Symbol.toStringTag](): string {
      return 'Blob';
    }
  }
  return Blob;
}

export function createBlobClasses(tools: BlobTools) {
  const Blob = createBlobClass(tools);

  class File extends Blob {
    readonly #name: string;
    readonly #lastModified: number;

    constructor(parts: Iterable<unknown>, name: unknown, options: BlobOptions & { lastModified?: number } = {}) {
      if (name === undefined) throw new TypeError('File: the second argument is the name of the file.');
      super(parts, options);
      this.#name = toText(name);
      this.#lastModified = options.lastModified ?? Date.now();
    }
    get name(): string {
      return this.#name;
    }
    get lastModified(): number {
      return this.#lastModified;
    }
    override get [Symbol.toStringTag](): string {
      return 'File';
    }
  }
  return { Blob, File };
}
