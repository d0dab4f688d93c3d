/** Which notifications are kept with their secrets. */
import { expect, test } from 'vitest';
import type { Original } from './listener/inbox.ts';
import type { ReceivedNotification } from './listener/arrival.ts';
import { createLiveNotifications } from './live-notifications.ts';

const MB = 1024 * 1024;
const stored: ReceivedNotification = {
  receivedAt: new Date(0),
  source: 'http',
  method: 'POST',
  path: '/?token=(masked)',
  peer: '',
  headers: [],
  body: Buffer.alloc(0),
};
const original = (bytes = 1): Original => ({ index: 0, path: '/?token=a', headers: [], body: Buffer.alloc(bytes) });

function keptOf(added: readonly (readonly [id: number, bytes: number])[]): number[] {
  const live = createLiveNotifications();
  for (const [id, bytes] of added) live.add(id, original(bytes));
  return [...new Set(added.map(([id]) => id))].filter((id) => live.restored(id, stored).path === '/?token=a');
}

test('the latest 2000', () => {
  const kept = keptOf(Array.from({ length: 5000 }, (_, id) => [id, 1]));
  expect([kept.length, kept[0]]).toEqual([2000, 3000]);
});

test('the latest of 32 MB together, also after one that is larger', () => {
  expect(keptOf([1, 2, 3, 4].map((id) => [id, 10 * MB]))).toEqual([2, 3, 4]);
  expect(
    keptOf([
      [1, 1],
      [2, 40 * MB],
      [3, 1],
      [4, 40 * MB],
      [5, 1],
    ]),
  ).toEqual([5]);
});

test('one that has the number of an earlier one replaces it', () => {
  const again = [0, 1, 2, 3].map(() => [1, 20 * MB] as const);
  expect(keptOf([...again, [2, 5 * MB]])).toEqual([1, 2]);
});
