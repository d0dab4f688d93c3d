/**
 * Makes the package for browsers like Node's `buffer`: invalid UTF-8 is decoded alike, base64url and a few functions are
 * added.
 */
import { apply, defineHidden, toText } from '../primordials.ts';
import { utf8Text } from './utf8-text.ts';

type Bytes = Uint8Array;
interface BufferClass {
  (...values: unknown[]): Bytes;
  from(value: unknown, encoding?: unknown, length?: unknown): Bytes;
  isEncoding(name: unknown): boolean;
  byteLength(value: unknown, encoding?: unknown): number;
  prototype: { toString(...values: unknown[]): string; write(...values: unknown[]): number };
}
export interface BufferModule extends Record<string, unknown> {
  Buffer: BufferClass;
}

const isUrlSafe = (name: unknown): boolean => typeof name === 'string' && name.toLowerCase() === 'base64url';
/** The package's decoder reads both alphabets. */
const nativeEncoding = (encoding: unknown): unknown => (isUrlSafe(encoding) ? 'base64' : encoding);

/** Modifies the exports of the package. */
export function completeBuffer(module: BufferModule): void {
  decodeLikeNode(module.Buffer);
  addBase64Url(module.Buffer);
  addFunctions(module);
  // A workaround for browsers of 2013, which Node does not have.
  Reflect.deleteProperty(module.Buffer, 'TYPED_ARRAY_SUPPORT');
}

/** The package writes another number of U+FFFD for invalid bytes. */
function decodeLikeNode({ prototype }: BufferClass): void {
  const { toString } = prototype;
  defineHidden(prototype, 'toString', function (this: Bytes, encoding?: string, start?: number, end?: number) {
    const text = apply(toString, this, [encoding, start, end]);
    const isUtf8 = encoding === undefined || /^utf-?8$/i.test(encoding);
    return isUtf8 && text.includes('\uFFFD') ? utf8Text(this.subarray(start, end)) : text;
  });
}

function addBase64Url(Buffer: BufferClass): void {
  const { from, isEncoding, byteLength } = Buffer;
  const { toString, write } = Buffer.prototype;
  Buffer.isEncoding = (name) => isUrlSafe(name) || isEncoding(name);
  Buffer.byteLength = (value, encoding) => byteLength(value, nativeEncoding(encoding));
  Buffer.from = (value, encoding, length) => {
    try {
      return from(value, nativeEncoding(encoding), length);
    } catch (error) {
      throw error instanceof TypeError ? notBytes(value) : error;
    }
  };
  defineHidden(Buffer.prototype, 'toString', function (this: Bytes, ...values: unknown[]) {
    const [encoding, ...range] = values;
    if (!isUrlSafe(encoding)) return apply(toString, this, values);
    const text = apply(toString, this, ['base64', ...range]);
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  });
  defineHidden(Buffer.prototype, 'write', function (this: Bytes, text: unknown, ...values: unknown[]) {
    return apply(write, this, [text, ...values.map(nativeEncoding)]);
  });
}

/** Node's error for a value of which no bytes can be made. */
function notBytes(value: unknown): TypeError {
  const isSimple = typeof value !== 'object' && typeof value !== 'function' && value !== undefined;
  const maker = Object(value) as { constructor?: { name?: unknown }; name?: unknown };
  const received = isSimple
    ? `type ${typeof value} (${toText(value)})`
    : typeof value === 'function'
      ? `function ${toText(maker.name)}`
      : value === null || value === undefined
        ? toText(value)
        : `an instance of ${toText(maker.constructor?.name)}`;
  const expected = 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object';
  const error = new TypeError(`The first argument must be ${expected}. Received ${received}`);
  return defineHidden(error, 'code', 'ERR_INVALID_ARG_TYPE') as TypeError;
}

function addFunctions(module: BufferModule): void {
  const { Buffer } = module;
  const bytesOf = (value: ArrayBufferView | ArrayBuffer): Bytes =>
    value instanceof ArrayBuffer
      ? new Uint8Array(value)
      : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const textOf = (bytes: Bytes, encoding: unknown) => apply(Buffer.prototype.toString, Buffer.from(bytes), [encoding]);
  defineHidden(Buffer, 'of', (...items: number[]) => Buffer.from(items));
  defineHidden(Buffer, 'copyBytesFrom', (view: Bytes, offset = 0, length = view.length - offset) =>
    Buffer.from(bytesOf(view.slice(offset, offset + length))),
  );
  Object.assign(module, {
    isAscii: (value: ArrayBufferView | ArrayBuffer) => bytesOf(value).every((byte) => byte < 0x80),
    isUtf8(value: ArrayBufferView | ArrayBuffer) {
      const bytes = bytesOf(value);
      const again = Buffer.from(textOf(bytes, 'utf8'), 'utf8');
      return again.length === bytes.length && again.every((byte, index) => byte === bytes[index]);
    },
    resolveObjectURL: () => undefined,
    transcode(bytes: Bytes, fromEncoding: string, toEncoding: string) {
      const text = textOf(bytes, fromEncoding);
      const beyond = { ascii: /[^\0-\x7f]/gu, latin1: /[^\0-\xff]/gu, binary: /[^\0-\xff]/gu }[toEncoding];
      return Buffer.from(beyond ? text.replace(beyond, '?') : text, toEncoding);
    },
  });
}
