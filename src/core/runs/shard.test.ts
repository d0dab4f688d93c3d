import { expect, test } from 'vitest';
import type { LoadedRequest } from '../collection/collection-files.ts';
import { createShard } from './shard.ts';

const request = (...names: string[]): LoadedRequest => ({
  id: names.join('/'),
  name: names.at(-1) ?? '',
  path: ['Shop', ...names],
  request: {},
  defaults: [],
});
const requests = [request('a', '1'), request('a', '2'), request('b', '1'), request('c'), request('d', 'e', '1')];

test.each([1, 2, 3, 4, 7, 20])('%i parts are the whole run, each request in one of them', (total) => {
  const parts = Array.from({ length: total }, (_, at) => createShard({ index: at + 1, total }, requests, 3));
  for (let iteration = 0; iteration < 3; iteration += 1) {
    for (const one of requests) expect(parts.filter((part) => part(iteration, one))).toHaveLength(1);
  }
});

test('a top-level folder stays together, and the parts are about as large', () => {
  const part = createShard({ index: 1, total: 2 }, requests, 1);
  expect(requests.filter((one) => part(0, one)).map(({ id }) => id)).toEqual(['a/1', 'a/2']);
  const first = createShard({ index: 1, total: 2 }, requests, 10);
  const count = Array.from({ length: 10 }, (_, at) => requests.filter((one) => first(at, one)).length);
  expect(count).toEqual([5, 5, 5, 5, 5, 0, 0, 0, 0, 0]);
});
