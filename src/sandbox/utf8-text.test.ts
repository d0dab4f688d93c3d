import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { utf8Text } from './utf8-text.ts';

const ofNode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test.each([
  ['plain text', Buffer.from('a b\n')],
  ['characters of every length, and a byte order mark', Buffer.from('\uFEFFé€😀ü')],
  ['a text that ends within a character', Buffer.from('a€').subarray(0, 3)],
  ['surrogates and numbers beyond the last character', Buffer.from('eda080f4908080f5', 'hex')],
  ['forms that are too long', Buffer.from('c0afe08080f0808080c1bf', 'hex')],
  ['a long text', Buffer.from('€'.repeat(20_000))],
])('%s', (_name, bytes) => {
  expect(utf8Text(bytes)).toBe(ofNode(bytes));
});

test('random bytes', () => {
  for (let round = 0; round < 2000; round += 1) {
    // Mostly bytes of 0x80 and above, where what is valid depends on the ones before.
    const bytes = randomBytes(12).map((byte) => (byte % 4 === 0 ? byte : byte | 0x80));
    expect(utf8Text(bytes), bytes.toString('hex')).toBe(ofNode(bytes));
  }
});
