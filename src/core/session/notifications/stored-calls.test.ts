/** Exports of any size, in pieces. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import { createTestNotifications } from '../../notifications/testing/test-notifications.ts';
import { noMask } from '../../platform/secrets/mask.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createStoredCalls, type StoredCalls } from './stored-calls.ts';

const MEGABYTE = 1024 * 1024;
const newestFirst = Array.from({ length: 1201 }, (_, index) => String(1200 - index));
const { signal } = new AbortController();
let notifications: Notifications;
let calls: StoredCalls;
beforeAll(async () => {
  notifications = createTestNotifications({ file: `${temporaryFolder('stored-calls')}/n.sqlite` });
  calls = createStoredCalls({ notifications, version: '1.0', mask: () => Promise.resolve(noMask) });
  const lines = (path: string, bodies: string[]) =>
    bodies.map((body) => JSON.stringify({ receivedAt: '2026-01-02T03:04:05.678Z', path, body })).join('\n');
  await calls['notifications.import']({ text: lines('/small', newestFirst.toReversed()) }, signal);
  await calls['notifications.import'](
    {
      text: lines(
        '/large',
        'abcde'.split('').map((c) => c.repeat(5 * MEGABYTE)),
      ),
    },
    signal,
  );
});
afterAll(() => notifications.close());

async function exportPieces(params: { filter?: NotificationFilter; ids?: number[]; format: 'ndjson' | 'har' }) {
  const pieces: string[] = [];
  for (let from: number | null | undefined; from !== null;) {
    const piece = await calls['notifications.export']({ filter: {}, ...params, from: from ?? undefined }, signal);
    pieces.push(piece.text);
    from = piece.next;
  }
  return pieces;
}
const bodiesOf = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { body: string }).body);
const entriesOf = (har: string) =>
  (JSON.parse(har) as { log: { entries: { request: { postData: { text: string } } }[] } }).log.entries.map(
    ({ request }) => request.postData.text,
  );

test('more notifications than fit into one piece are all exported, once', async () => {
  const pieces = await exportPieces({ filter: { path: '/small' }, format: 'ndjson' });
  expect(pieces.length).toBe(3);
  expect(bodiesOf(pieces.join(''))).toEqual(newestFirst);
  expect(entriesOf((await exportPieces({ filter: { path: '/small' }, format: 'har' })).join(''))).toEqual(newestFirst);
});

test.each([
  ['that pass a filter', { filter: { path: '/large' } }],
  ['with certain ids', { ids: [1206, 1205, 1204, 1203, 1202] }],
])('large notifications %s are exported in pieces of a limited size', async (_name, which) => {
  const ndjson = await exportPieces({ ...which, format: 'ndjson' });
  expect(Math.max(...ndjson.map(({ length }) => length))).toBeLessThan(11 * MEGABYTE);
  expect(bodiesOf(ndjson.join('')).map((body) => body[0])).toEqual(['e', 'd', 'c', 'b', 'a']);
  const har = await exportPieces({ ...which, format: 'har' });
  expect(entriesOf(har.join('')).map((body) => body[0])).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('an export of nothing is a valid file', async () => {
  const nothing = { path: '/nothing' };
  expect(await exportPieces({ filter: nothing, format: 'ndjson' })).toEqual(['']);
  expect(entriesOf((await exportPieces({ filter: nothing, format: 'har' })).join(''))).toEqual([]);
});
