import { expect, test } from 'vitest';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { divideRun, partOfShard } from './run-part.ts';

const request = (...names: string[]): LoadedRequest => ({
  id: names.join('/'),
  name: names.at(-1) ?? '',
  path: ['Shop', ...names],
  request: {},
  defaults: [],
});
const requests = [request('a', '1'), request('a', '2'), request('b', '1'), request('c'), request('d', 'e', '1')];

/** The content of a part, as "iteration id". */
const contentOf = (index: number, total: number, iterations: number) => {
  const { from, to } = partOfShard({ index, total }, requests, iterations);
  return Array.from({ length: to - from }, (_, at) => from + at).map((position) => {
    const iteration = Math.floor(position / requests.length);
    return `${iteration} ${requests[position % requests.length]?.id ?? ''}`;
  });
};

test.each([1, 2, 3, 4, 7, 20])('%i parts, one after another, are the whole run', (total) => {
  const parts = Array.from({ length: total }, (_, at) => contentOf(at + 1, total, 3));
  expect(parts.flat()).toEqual(contentOf(1, 1, 3));
  expect(new Set(parts.flat()).size).toBe(3 * requests.length);
});

test('a top-level folder stays together, and the parts have similar sizes', () => {
  expect(contentOf(1, 2, 1)).toEqual(['0 a/1', '0 a/2']);
  expect(contentOf(2, 2, 1)).toEqual(['0 b/1', '0 c', '0 d/e/1']);
  expect(contentOf(1, 2, 10)).toHaveLength(25);
});

test('a part of a run of a hundred million requests needs no list of them', () => {
  expect(partOfShard({ index: 3, total: 4 }, requests, 20_000_000)).toEqual({ from: 50_000_000, to: 75_000_000 });
});

test('a part is computed without looking at the requests again, because a run may have a million parts', () => {
  let reads = 0;
  const requests = Array.from({ length: 1000 }, (_, index) => ({
    id: `${index}.yml`,
    get path() {
      reads += 1;
      return ['Shop', `folder ${index % 2}`, 'request'];
    },
  })) as unknown as LoadedRequest[];
  const partAt = divideRun(1_000_000, requests, 1000);
  const readsAtFirst = reads;
  expect([1, 500_000, 1_000_000].map(partAt)).toEqual([
    { from: 0, to: 1 },
    { from: 499_999, to: 500_000 },
    { from: 999_999, to: 1_000_000 },
  ]);
  expect(reads).toBe(readsAtFirst);
});
