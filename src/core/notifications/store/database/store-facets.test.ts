/** Lists, pages and counts by every pair of filters, compared with a linear search through all notifications. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NotificationFilter, NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import { exampleFor, exampleKinds } from '../../../providers/messaging/recognition/recognize.ts';
import { inboxRows } from '../../listener/inbox.ts';
import { openNotificationStore, type NotificationStore } from '../store.ts';

const COUNT = 1500;
const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000);
let store: NotificationStore;
let all: NotificationSummary[];

beforeAll(() => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-facets-')), 'n.sqlite');
  store = openNotificationStore(file, () => undefined);
  const arrivals = Array.from({ length: COUNT }, (_, index) => {
    const isOther = index % 3 === 1;
    const kind = exampleKinds[index % exampleKinds.length] ?? 'incoming_text';
    return {
      source: 'http' as const,
      peer: '',
      method: index % 7 === 0 ? 'PUT' : 'POST',
      path: `${isOther ? '/other' : '/'}?n=${index}`,
      // Not in the order of the numbers, because an imported notification is older than those before it.
      receivedAt: at((index * 7919) % COUNT),
      rawHeaders: isOther ? ['X-GitHub-Event', index % 2 === 0 ? 'push' : 'ping'] : [],
      body: Buffer.from(isOther ? `{"zen":"word${index}"}` : JSON.stringify(exampleFor(kind))),
    };
  });
  for (let from = 0; from < COUNT; from += 100) store.append(inboxRows(arrivals.slice(from, from + 100)));
  while (store.waiting() > 0) store.indexWaiting(100);
  store.remove([3, 500, 501]);
  all = store.list({}, { limit: COUNT });
});
afterAll(() => store.close());

const conditions: [NotificationFilter, (summary: NotificationSummary) => boolean][] = [
  [{ method: 'PUT' }, ({ method }) => method === 'PUT'],
  [{ method: 'NONE' }, () => false],
  [{ path: '/other' }, (item) => item.path.startsWith('/other?')],
  [{ path: '/' }, (item) => item.path.startsWith('/?')],
  [{ provider: 'github' }, ({ provider }) => provider === 'github'],
  [{ provider: 'messaging' }, ({ provider }) => provider === 'messaging'],
  [{ event: 'push' }, ({ event }) => event === 'push'],
  [{ kind: 'incoming_text' }, ({ kind }) => kind === 'incoming_text'],
  [{ code: 'any' }, ({ code }) => code !== null],
  [{ code: 'SWE002' }, ({ code }) => code === 'SWE002'],
  [{ verdict: 'unknown' }, ({ verdict }) => verdict === 'unknown'],
  [{ since: at(300).toISOString() }, ({ receivedAt }) => receivedAt >= at(300).toISOString()],
  [{ until: at(900).toISOString() }, ({ receivedAt }) => receivedAt <= at(900).toISOString()],
];
const pairs = conditions
  .flatMap((condition, index) => conditions.slice(index + 1).map((other) => [condition, other] as const))
  .filter(([one, other]) => Object.keys({ ...one[0], ...other[0] }).length === 2);

test.each(pairs.map(([one, other]) => [{ ...one[0], ...other[0] }, one[1], other[1]] as const))(
  '%j',
  (filter, first, second) => {
    const expected = all.filter((item) => first(item) && second(item));
    const ids: number[] = [];
    for (let before: number | undefined; ; before = ids.at(-1)) {
      const page = store.list(filter, { before, limit: 40 });
      ids.push(...page.map(({ id }) => id));
      if (page.length < 40) break;
    }
    expect(ids).toEqual(expected.map(({ id }) => id));
    expect(store.count(filter)).toBe(expected.length);
  },
);

test('all of them are listed by the time of arrival, also pinned ones and those of a message', () => {
  expect(all).toHaveLength(COUNT - 3);
  expect(all.map(({ receivedAt }) => receivedAt)).toEqual(
    all
      .map(({ receivedAt }) => receivedAt)
      .sort()
      .reverse(),
  );
  for (const id of [7, 8, 9]) store.change(id, { pinned: true });
  const pinned = store.list({ pinned: true }, { limit: 2 }).map(({ id }) => id);
  const next = store.list({ pinned: true }, { before: pinned[1], limit: 2 }).map(({ id }) => id);
  expect([...pinned, ...next]).toEqual(all.map(({ id }) => id).filter((id) => [7, 8, 9].includes(id)));
  const idMessage = all.find(({ idMessage }) => idMessage !== null)?.idMessage ?? '';
  const ofMessage = all.filter((item) => item.idMessage === idMessage);
  expect(store.list({ idMessage }, { limit: COUNT })).toEqual(ofMessage);
  expect(store.list({ idMessage, since: at(300).toISOString() }, { limit: COUNT })).toEqual(
    ofMessage.filter(({ receivedAt }) => receivedAt >= at(300).toISOString()),
  );
});

test('the next page continues after a notification that was deleted meanwhile', () => {
  const deleted = all.findIndex(({ id }) => id === 700);
  store.remove([700]);
  for (const _ of store.emptyTrash([700]));
  const page = store.list({}, { before: 700, limit: 5 });
  expect(page).toHaveLength(5);
  expect(page.every(({ id }) => id !== 700)).toBe(true);
  expect(deleted).toBeGreaterThan(0);
  all = all.filter(({ id }) => id !== 700);
});

test('together with a search', () => {
  expect(store.list({ search: 'word4', provider: 'github' }, { limit: 9 }).map(({ id }) => id)).toHaveLength(9);
  expect(store.list({ search: 'word4', provider: 'messaging' }, { limit: 9 })).toEqual([]);
  expect(store.count({ search: 'zen', path: '/other' })).toBe(
    all.filter((item) => item.path.startsWith('/other')).length,
  );
});

test('what is removed by a filter is restored by its numbers', () => {
  const before = store.count({ provider: 'github', method: 'PUT' });
  const ids = store.removeAll({ provider: 'github', method: 'PUT' });
  expect([ids.length, store.count({ provider: 'github', method: 'PUT' })]).toEqual([before, 0]);
  store.restore(ids);
  expect(store.count({ provider: 'github', method: 'PUT' })).toBe(before);
});
