import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { pack, unpack } from './body-coding.ts';

const text = Buffer.from('{"text":"a body that is packed"}');
const MAX = 1024;

test.each(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'GZIP, br', 'deflate , zstd,gzip', 'identity'])(
  '%s',
  (header) => {
    const packed = pack(text, header);
    if (header !== 'identity') expect(packed.equals(text)).toBe(false);
    expect(unpack(packed, header, MAX)).toEqual(text);
  },
);
test('deflate without the header of zlib', () => {
  expect(unpack(zlib.deflateRawSync(text), 'deflate', MAX)).toEqual(text);
});
test('a body that is not encoded as declared, or in an unknown way, is kept unchanged', () => {
  expect(unpack(text, 'gzip', MAX)).toBe(text);
  expect(unpack(text, 'rot13', MAX)).toBe(text);
  expect(unpack(text, Array(6).fill('gzip').join(), MAX)).toBe(text);
});
test('a body that decompresses to more than the limit is refused, with any encoding', () => {
  for (const header of ['gzip', 'deflate', 'br', 'zstd', 'gzip, zstd'])
    expect(unpack(pack(Buffer.alloc(MAX + 1), header), header, MAX)).toBeUndefined();
});
