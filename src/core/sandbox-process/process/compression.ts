/** Compresses and decompresses for the scripts' CompressionStream and DecompressionStream: one call for a whole stream. */
import { Buffer } from 'node:buffer';
import type zlib from 'node:zlib';

// `scrub` removes it from the process before the first script.
const getBuiltinModule = process.getBuiltinModule.bind(process);
let loadedZlib: typeof zlib | undefined;
/** Lazy: few scripts use it. */
const library = (): typeof zlib => (loadedZlib ??= getBuiltinModule('node:zlib'));

/** A small text can be a very large one when it is decompressed. */
const MAX_BYTES = 16 * 1024 * 1024;

const functions = {
  __proto__: null,
  'compress gzip': 'gzipSync',
  'compress deflate': 'deflateSync',
  'compress deflate-raw': 'deflateRawSync',
  'decompress gzip': 'gunzipSync',
  'decompress deflate': 'inflateSync',
  'decompress deflate-raw': 'inflateRawSync',
} as const;

/** @throws TypeError for an unknown format, and for data that cannot be decompressed */
export function compressed(op: string, format: unknown, data: Buffer): Buffer {
  const name = functions[`${op} ${String(format)}` as keyof Omit<typeof functions, '__proto__'>] as
    | (typeof functions)['compress gzip']
    | undefined;
  if (name === undefined) throw new TypeError(`There is no compression format ${String(format)}.`);
  try {
    return library()[name](data, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new TypeError(`The data cannot be ${op}ed: ${(error as Error).message}`);
  }
}
