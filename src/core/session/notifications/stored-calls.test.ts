/** Exports and imports of any size, in pieces. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import { createTestNotifications } from '../../notifications/testing/test-notifications.ts';
import { noMask } from '../../platform/secrets/mask.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createStoredCalls, type StoredCalls } from './stored-calls.ts';

const MEGABYTE = 1024 * 1024;
const inOrder = Array.from({ length: 1201 }, (_, index) => String(index));
const { signal } = new AbortController();
let notifications: Notifications;
let calls: StoredCalls;
beforeAll(async () => {
  notifications = createTestNotifications({ file: `${temporaryFolder('stored-calls')}/n.sqlite` });
  calls = createStoredCalls({ notifications, version: '1.0', mask: () => Promise.resolve(noMask) });
  const lines = (path: string, bodies: string[]) =>
    bodies.map((body) => JSON.stringify({ receivedAt: '2026-01-02T03:04:05.678Z', path, body })).join('\n');
  await calls['notifications.import']({ text: lines('/small', inOrder) }, signal);
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

test('imported notifications do not count as received', () => {
  expect(notifications.status().received).toBe(0);
});

async function exportPieces(params: { filter?: NotificationFilter; ids?: number[]; format: 'ndjson' | 'har' }) {
  const pieces: string[] = [];
  for (let from: number | null | undefined; from !== null;) {
    const piece = await calls['notifications.export']({ filter: {}, ...params, from: from ?? undefined }, signal);
    pieces.unshift(piece.text);
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

test('more notifications than fit into one piece are all exported, once, in the order of arrival', async () => {
  const pieces = await exportPieces({ filter: { path: '/small' }, format: 'ndjson' });
  expect(pieces.length).toBe(3);
  expect(bodiesOf(pieces.join(''))).toEqual(inOrder);
  expect(entriesOf((await exportPieces({ filter: { path: '/small' }, format: 'har' })).join(''))).toEqual(inOrder);
});

test.each([
  ['that pass a filter', { filter: { path: '/large' } }],
  ['with certain ids', { ids: [1205, 1203, 1206, 1204, 1202] }],
])('large notifications %s are exported in pieces of a limited size', async (_name, which) => {
  const ndjson = await exportPieces({ ...which, format: 'ndjson' });
  expect(Math.max(...ndjson.map(({ length }) => length))).toBeLessThan(11 * MEGABYTE);
  expect(bodiesOf(ndjson.join('')).map((body) => body[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
  const har = await exportPieces({ ...which, format: 'har' });
  expect(entriesOf(har.join('')).map((body) => body[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('an export of nothing is a valid file', async () => {
  const nothing = { path: '/nothing' };
  expect(await exportPieces({ filter: nothing, format: 'ndjson' })).toEqual(['']);
  expect(entriesOf((await exportPieces({ filter: nothing, format: 'har' })).join(''))).toEqual([]);
});

describe('an import', () => {
  const line = (body: string) =>
    `${JSON.stringify({ receivedAt: '2026-01-02T03:04:05.678Z', path: '/import', body })}\n`;
  const importWith = (text: string, during: { signal?: AbortSignal; onAdd?: (added: number) => void } = {}) => {
    const sizes: number[] = [];
    const counted: Notifications = {
      ...notifications,
      add: async (arrivals) => {
        sizes.push(arrivals.length);
        during.onAdd?.(sizes.length);
        return notifications.add(arrivals);
      },
    };
    const { 'notifications.import': run } = createStoredCalls({
      notifications: counted,
      version: '1.0',
      mask: () => Promise.resolve(noMask),
    });
    return { sizes, result: run({ text }, during.signal ?? signal) };
  };
  const count = async () => await notifications.count({ path: '/import' });

  test('stores many notifications in pieces, in the order of the file', async () => {
    const { sizes, result } = importWith(inOrder.map(line).join(''));
    expect(await result).toEqual({ count: 1201 });
    expect(sizes).toEqual([500, 500, 201]);
    expect(bodiesOf((await exportPieces({ filter: { path: '/import' }, format: 'ndjson' })).join(''))).toEqual(inOrder);
  });
  test('stores large notifications in pieces of a limited size', async () => {
    const { sizes, result } = importWith(
      'abcde'
        .split('')
        .map((c) => line(c.repeat(5 * MEGABYTE)))
        .join(''),
    );
    expect(await result).toEqual({ count: 5 });
    expect(sizes).toEqual([2, 2, 1]);
  });
  test('with a wrong line at the end stores nothing', async () => {
    const before = await count();
    const { sizes, result } = importWith(`${inOrder.map(line).join('')}{}\n`);
    await expect(result).rejects.toThrow('Line 1202 is not a notification');
    expect(sizes).toEqual([]);
    expect(await count()).toBe(before);
  });
  test('that is cancelled ends after the piece that is being stored, and says what is stored', async () => {
    const before = await count();
    const cancelling = new AbortController();
    const { result } = importWith(inOrder.map(line).join(''), {
      signal: cancelling.signal,
      onAdd: () => cancelling.abort(),
    });
    await expect(result).rejects.toMatchObject({
      code: 'Cancelled',
      message: 'The import was stopped after 500 notifications, which are stored.',
    });
    expect(await count()).toBe(before + 500);
  });
  test('that is cancelled while the file is checked stores nothing', async () => {
    const cancelling = new AbortController();
    const { sizes, result } = importWith(line('a'), { signal: cancelling.signal });
    cancelling.abort();
    await expect(result).rejects.toMatchObject({ code: 'Cancelled' });
    expect(sizes).toEqual([]);
  });
});
