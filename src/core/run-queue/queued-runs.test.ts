/** The list of unfinished runs, with a server that says what it was told to. */
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { listUnfinishedRuns } from './queued-runs.ts';
import { sharedRun as run } from './testing/shared-run.ts';

test('a run that a newer version has described stays in the list of that version; one that has expired is removed', async () => {
  const texts = ['', JSON.stringify({ run, parts: 2 }), JSON.stringify({ run, parts: 2, addedLater: true })];
  const removed: string[] = [];
  const redis = {
    srandmember: () => Promise.resolve(['expired', 'here', 'newer']),
    getrange: () => Promise.resolve(texts.shift()),
    hlen: () => Promise.resolve(1),
    srem: (_key: string, id: string) => Promise.resolve(removed.push(id)),
  };
  const unfinished = await listUnfinishedRuns(redis as unknown as Redis, 'Shop');
  expect(unfinished.map(({ id, done }) => [id, done])).toEqual([['here', 1]]);
  expect(removed).toEqual(['expired']);
});
