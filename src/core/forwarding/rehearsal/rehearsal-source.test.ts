/** What a rehearsal reads into memory is bounded, because senders are strangers. */
import { expect, test } from 'vitest';
import { rehearsalPlan } from '../../../contract/webhooks/rehearsal-calls.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import { notificationsOf } from './rehearsal-source.ts';

const MIB = 1024 * 1024;
/** Only the length of a body is read; all bodies are one buffer. */
const body = Buffer.alloc(10 * MIB);
const notification = (id: number) => ({ summary: { id }, body }) as StoredNotification;

function hugeStore() {
  let readCount = 0;
  const stored = (id: number) => {
    readCount += 1;
    return Promise.resolve(notification(id));
  };
  const page = async (_filter: unknown, { limit, maxBytes = Infinity }: { limit: number; maxBytes?: number }) => {
    const read: StoredNotification[] = [];
    for (let id = limit; id > 0 && read.length * body.length < maxBytes; id -= 1) read.push(await stored(id));
    return read;
  };
  return { stored, page, reads: () => readCount };
}
const planOf = (notifications: object) => rehearsalPlan.parse({ notifications });

test.each([
  ['of a filter', { limit: 100 }],
  ['with ids', { ids: Array.from({ length: 100 }, (_, index) => index + 1) }],
])('notifications %s are read up to 256 MB', async (_title, selection) => {
  const store = hugeStore();
  await expect(notificationsOf(planOf(selection), store)).rejects.toMatchObject({
    code: 'FileTooLarge',
    message: 'The bodies of these notifications have more than 256 MB together.',
  });
  expect(store.reads()).toBe(26);
});

test('notifications that are small enough are in the order of their arrival', async () => {
  const idsOf = async (selection: object) =>
    (await notificationsOf(planOf(selection), hugeStore())).map(({ summary }) => summary.id);
  expect(await idsOf({ limit: 25 })).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect(await idsOf({ ids: [3, 1, 3, 2] })).toEqual([1, 2, 3]);
});
