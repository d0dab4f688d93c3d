/** Durable first, recognised after: what is kept in between, over bursts, crashes, other processes and other versions. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleFor, exampleKinds } from '../providers/messaging/recognize.ts';
import { headerPairs, type Arrival } from './arrival.ts';
import { inboxRows } from './inbox.ts';
import { createIntake } from './intake.ts';
import { openNotificationStore, type NotificationStore } from './store.ts';

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-intake-')), 'n.sqlite');
const opened: NotificationStore[] = [];
afterEach(() => opened.splice(0).forEach((store) => store.close()));
function open(file: string): NotificationStore {
  const store = openNotificationStore(file, () => undefined);
  opened.push(store);
  return store;
}
function notification(body: unknown, index = 0): Arrival {
  const rawHeaders = ['Host', 'ö', 'X-Number', String(index), 'X-Number', 'twice'];
  return {
    receivedAt: new Date(1_700_000_000_000 + index),
    source: 'http',
    method: 'POST',
    path: `/path/${index}`,
    peer: '127.0.0.1:5',
    rawHeaders,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}
const all = exampleKinds.map((kind, index) => notification(exampleFor(kind), index));

test('what is kept is numbered at once, and listed after it is settled, as it came', async () => {
  const store = open(newFile());
  expect([store.keep(inboxRows(all)), store.keep(inboxRows([notification('', 99)]))]).toEqual([1, all.length + 1]);
  await store.durable();
  expect([store.list({}, { limit: 9 }), store.lastId(), store.waiting()]).toEqual([[], 88, 88]);
  const settled = [];
  while (store.waiting() > 0) settled.push(...store.settle());
  expect(settled.map(({ id }) => id)).toEqual(Array.from({ length: 88 }, (_, index) => index + 1));
  expect(settled.slice(0, -1).map(({ kind }) => kind)).toEqual([...exampleKinds]);
  expect(store.settle()).toEqual([]);
  for (const [index, { rawHeaders, ...one }] of all.entries())
    expect(store.get(index + 1)).toMatchObject({ ...one, headers: headerPairs(rawHeaders) });
  expect(store.get(88)).toMatchObject({ path: '/path/99', body: Buffer.alloc(0) });
});

test('what a killed process has kept is there for the next one', () => {
  const file = newFile();
  const first = open(file);
  first.keep(inboxRows(all.slice(0, 3)));
  // Nothing is written when it is closed.
  opened.splice(0)[0]?.close();
  const second = open(file);
  expect([second.waiting(), second.settle().length, second.list({}, { limit: 9 }).length]).toEqual([3, 3, 3]);
  expect(second.keep(inboxRows([notification('{}')]))).toBe(4);
});

test('two processes settle the same once; the one that kept it hears of it too', () => {
  const file = newFile();
  const [keeper, other] = [open(file), open(file)];
  keeper.keep(inboxRows(all.slice(0, 5)));
  const third = open(file);
  expect(third.settle().length).toBe(5);
  expect(other.keep(inboxRows([notification('{}')]))).toBe(6);
  expect(other.settle().map(({ id }) => id)).toEqual([6]);
  expect(keeper.settle().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect([keeper.waiting(), keeper.count({}), keeper.count({ search: 'whatsapp' }) > 0]).toEqual([0, 6, true]);
});

test('a file of the first version gets an inbox, and its numbers go on', () => {
  const file = newFile();
  const store = open(file);
  store.keep(inboxRows(all.slice(0, 2)));
  store.settle();
  opened.splice(0)[0]?.close();
  const old = new DatabaseSync(file);
  old.exec('DROP TABLE inbox; PRAGMA user_version = 1;');
  old.close();
  const migrated = open(file);
  expect([migrated.count({}), migrated.keep(inboxRows([notification('{}')])), migrated.settle().length]).toEqual([
    2, 3, 1,
  ]);
});

test('bodies too large for one row are kept in several', () => {
  const store = open(newFile());
  const large = Buffer.alloc(10 * 1024 * 1024, 'x').toString();
  store.keep(inboxRows([1, 2, 3].map((index) => notification(large, index))));
  expect(store.settle().map(({ id }) => id)).toEqual([1, 2]);
  expect(store.settle().map(({ id, size }) => [id, size])).toEqual([[3, large.length]]);
});

test('a burst is taken before it is recognised; all of it is announced in order soon after', async () => {
  const store = open(newFile());
  const heard: number[] = [];
  const intake = createIntake({
    store,
    onSettled: (settled) => heard.push(...settled.map(({ id }) => id)),
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  const text = JSON.stringify(exampleFor('incoming_text'));
  const together = Array.from({ length: 50 }, (_, index) => notification(text, index));
  let most = 0;
  for (let round = 0; round < 40; round += 1) {
    await intake.take(inboxRows(together));
    most = Math.max(most, store.waiting());
  }
  expect(most).toBeGreaterThan(1000);
  await vi.waitFor(() => expect(heard.length).toBe(2000), 5000);
  expect(heard).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
  expect(intake.settle()).toEqual([]);
  intake.close();
});

test('what cannot be recognised now is told, and tried again', async () => {
  const file = newFile();
  const store = open(file);
  const problems: (string | null)[] = [];
  let settled = 0;
  const intake = createIntake({
    store,
    onSettled: ({ length }) => (settled += length),
    onProblem: (problem) => problems.push(problem),
  });
  const taken = intake.take(inboxRows([notification('{}')]));
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  await taken;
  // The other one is waited for five seconds.
  await sleep(10);
  expect([settled, problems.length]).toEqual([0, 1]);
  expect(problems[0]).toMatch(/locked/);
  other.exec('ROLLBACK');
  other.close();
  await vi.waitFor(() => expect(settled).toBe(1), 5000);
  expect(problems.at(-1)).toBeNull();
  intake.close();
}, 20_000);
