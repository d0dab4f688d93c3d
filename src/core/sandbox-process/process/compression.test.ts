import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from './compression.ts';

test('a small text that is a very large one when it is decompressed is refused', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(20_000);
  expect(() => compressed('decompress', 'gzip', bomb)).toThrow(TypeError);
  expect(compressed('decompress', 'gzip', gzipSync('small')).toString()).toBe('small');
});

test.each(['zip', '', undefined, '__proto__', 'constructor'])('there is no format %s', (format) => {
  expect(() => compressed('compress', format, Buffer.from('a'))).toThrow(TypeError);
});
