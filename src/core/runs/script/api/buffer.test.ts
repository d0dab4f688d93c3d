/** The additions to the package `buffer` behave as in Node. */
import buffer from 'node:buffer';
import { expect, test } from 'vitest';
import { sharedRunner } from '../../../testing/fixtures.ts';

const runner = sharedRunner();

async function evaluate(source: string): Promise<unknown> {
  const { error, logged } = await runner.runWithContext(`console.log(JSON.stringify((() => { ${source} })()))`, {});
  expect(error).toBeUndefined();
  return JSON.parse(logged[0] ?? '');
}

const samples = [[], [0], [251, 255], [251, 255, 190], Array.from({ length: 256 }, (_, index) => 255 - index)];

test.each(samples.map((sample) => [sample.length, sample]))('base64url of %i bytes', async (_length, sample) => {
  const bytes = Buffer.from(sample);
  const text = bytes.toString('base64url');
  expect(
    await evaluate(`
      const bytes = Buffer.from(${JSON.stringify(sample)}), text = ${JSON.stringify(text)};
      const written = Buffer.alloc(300);
      return [
        bytes.toString('base64url'), bytes.toString('base64url', 1, 2), [...Buffer.from(text, 'base64url')],
        Buffer.byteLength(text, 'base64url'), written.write(text, 'base64url'), written.write(text, 3, 'base64url'),
        [...new Buffer(text, 'base64url')], Buffer.concat([bytes, bytes]).toString('base64'),
      ];`),
  ).toEqual([
    text,
    bytes.toString('base64url', 1, 2),
    sample,
    Buffer.byteLength(text, 'base64url'),
    sample.length,
    sample.length,
    sample,
    Buffer.concat([bytes, bytes]).toString('base64'),
  ]);
});

test('texts in UTF-8 and ASCII, and conversion between encodings', async () => {
  const inputs = [[0x61], [0xc3, 0xa9], [0xc3], [0xef, 0xbf, 0xbd], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98, 0x80]];
  expect(
    await evaluate(`
      const { isUtf8, isAscii, transcode } = require('buffer');
      const inputs = ${JSON.stringify(inputs)}.map((bytes) => Buffer.from(bytes));
      const pairs = [['utf8', 'latin1'], ['utf8', 'ascii'], ['latin1', 'utf8'], ['utf8', 'utf16le']];
      const source = Buffer.from('a€é😀');
      return [inputs.map((bytes) => isUtf8(bytes)), inputs.map((bytes) => isAscii(bytes)), isUtf8(Uint8Array.of(0xff).buffer),
        pairs.map(([from, to]) => transcode(source, from, to).toString('hex'))];`),
  ).toEqual([
    inputs.map((bytes) => buffer.isUtf8(Buffer.from(bytes))),
    inputs.map((bytes) => buffer.isAscii(Buffer.from(bytes))),
    false,
    (
      [
        ['utf8', 'latin1'],
        ['utf8', 'ascii'],
        ['latin1', 'utf8'],
        ['utf8', 'utf16le'],
      ] as const
    ).map(([from, to]) => buffer.transcode(Buffer.from('a€é😀'), from, to).toString('hex')),
  ]);
});

test('Buffer.of, and copies of the bytes of a view', async () => {
  expect(
    await evaluate(
      'return [[...Buffer.of(1, 300)], [...Buffer.copyBytesFrom(new Uint16Array([1, 258, 3]), 1, 1)], Buffer.of() instanceof Buffer];',
    ),
  ).toEqual([[...Buffer.of(1, 300)], [...Buffer.copyBytesFrom(new Uint16Array([1, 258, 3]), 1, 1)], true]);
});
