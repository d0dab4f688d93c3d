/** Bodies that arrive in many parts: their bytes, and the memory that they take. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { gatherBytes } from './gather-bytes.ts';

test('the bytes come back in their order, whatever the sizes of the parts', () => {
  const sizes = [0, 1, 5000, 1, 4096, 4095, 4095, 70_000, 2, ...Array.from({ length: 200 }, (_, n) => (n * 37) % 4200)];
  const bytes = gatherBytes();
  const expected: Buffer[] = [];
  for (const [n, size] of sizes.entries()) {
    const part = Buffer.alloc(size, n % 251);
    expected.push(Buffer.from(part));
    bytes.add(part);
  }
  expect(bytes.end().equals(Buffer.concat(expected))).toBe(true);
});

test('one part is not copied, and nothing is left after clearing', () => {
  const part = Buffer.from('only');
  const bytes = gatherBytes();
  bytes.add(part);
  expect(bytes.end()).toBe(part);
  bytes.clear();
  expect(bytes.end()).toHaveLength(0);
});

test('a body in parts of one byte takes little more memory than its bytes', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const COUNT = 1_000_000;
  const source = Buffer.alloc(COUNT, 'x');
  const bytes = gatherBytes();
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  gc();
  const before = used();
  for (let at = 0; at < COUNT; at += 1) bytes.add(source.subarray(at, at + 1));
  gc();
  expect(used() - before).toBeLessThan(8 * COUNT);
  expect(bytes.end()).toHaveLength(COUNT);
});
