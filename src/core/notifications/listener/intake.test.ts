/**
 * Notifications are durable first and recognised later: what is stored in between, over bursts, crashes, other
 * processes and other versions.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';
import { exampleFor, exampleKinds } from '../../providers/messaging/recognition/recognize.ts';
import { headerPairs, type Arrival } from './arrival.ts';
import { inboxRows, unpacked } from './inbox.ts';
import { createIntake } from './intake.ts';
import { openNotificationStore, type NotificationStore } from '../store/store.ts';

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

test('a stored notification gets its number at once, and is listed after it is indexed, unchanged', async () => {
  const store = open(newFile());
  expect([store.append(inboxRows(all)), store.append(inboxRows([notification('', 99)]))]).toEqual([1, all.length + 1]);
  await store.flush();
  expect([store.list({}, { limit: 9 }), store.lastId(), store.waiting()]).toEqual([[], all.length + 1, all.length + 1]);
  const indexed = [];
  while (store.waiting() > 0) indexed.push(...store.indexWaiting());
  expect(indexed.map(({ id }) => id)).toEqual(Array.from({ length: all.length + 1 }, (_, index) => index + 1));
  expect(indexed.slice(0, -1).map(({ kind }) => kind)).toEqual([...exampleKinds]);
  expect(store.indexWaiting()).toEqual([]);
  for (const [index, { rawHeaders, ...expected }] of all.entries())
    expect(store.get(index + 1)).toMatchObject({ ...expected, headers: headerPairs(rawHeaders) });
  expect(store.get(all.length + 1)).toMatchObject({ path: '/path/99', body: Buffer.alloc(0) });
});

test('notifications that a killed process has stored are there for the next one', () => {
  const file = newFile();
  const first = open(file);
  first.append(inboxRows(all.slice(0, 3)));
  // Closing writes nothing.
  opened.splice(0)[0]?.close();
  const second = open(file);
  expect([second.waiting(), second.indexWaiting().length, second.list({}, { limit: 9 }).length]).toEqual([3, 3, 3]);
  expect(second.append(inboxRows([notification('{}')]))).toBe(4);
});

test('two processes index a notification once, and the one that stored it is informed', () => {
  const file = newFile();
  const [keeper, other] = [open(file), open(file)];
  keeper.append(inboxRows(all.slice(0, 5)));
  const third = open(file);
  expect(third.indexWaiting().length).toBe(5);
  expect(other.append(inboxRows([notification('{}')]))).toBe(6);
  expect(other.indexWaiting().map(({ id }) => id)).toEqual([6]);
  expect(keeper.indexWaiting().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect([keeper.waiting(), keeper.count({}), keeper.count({ search: 'whatsapp' }) > 0]).toEqual([0, 6, true]);
});

test.each(['inbox', 'by_removed', 'sqlite_sequence'])(
  'a file is set aside and reported when the page of %s is damaged',
  (name) => {
    const file = newFile();
    open(file).close();
    opened.length = 0;
    const database = new DatabaseSync(file);
    const { page } = database.prepare('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?').get(name) as {
      page: number;
    };
    database.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, (page - 1) * 8192, page * 8192));
    const notices: string[] = [];
    const store = openNotificationStore(file, (notice) => notices.push(notice));
    opened.push(store);
    expect(notices.join()).toMatch(/damaged.*kept as n\.sqlite\.damaged-/);
    expect([store.append(inboxRows([notification('{}')])), store.removed()]).toEqual([1, []]);
  },
);

test('a file of an older version is set aside and reported', () => {
  const file = newFile();
  const olderDatabase = new DatabaseSync(file);
  olderDatabase.exec('CREATE TABLE notifications (id INTEGER); PRAGMA user_version = 4;');
  olderDatabase.close();
  const notices: string[] = [];
  const store = openNotificationStore(file, (notice) => notices.push(notice));
  opened.push(store);
  expect(notices.join()).toMatch(/earlier version.*kept as n\.sqlite\.old-/);
  expect([store.append(inboxRows([notification('{}')])), store.indexWaiting().length]).toEqual([1, 1]);
});

test.skipIf(process.platform === 'win32')('a deleted file that cannot be created yet is created later', () => {
  const file = newFile();
  const store = open(file);
  store.append(inboxRows([notification('{}')]));
  rmSync(file);
  mkdirSync(file);
  const add = () => store.append(inboxRows([notification('{}')]));
  for (let time = 1; time <= 2; time += 1) expect(add).toThrow(/Notifications cannot be stored in .*n\.sqlite/);
  rmdirSync(file);
  expect([add(), add()]).toEqual([1, 2]);
});

test('the response is recorded, whether it is sent before or after the notification is indexed', () => {
  const store = open(newFile());
  store.append(inboxRows(all.slice(0, 4)));
  expect(store.answered([{ first: 1, status: 200, rule: null, afterMs: [5, null] }])).toEqual([]);
  store.indexWaiting();
  const late = store.answered([{ first: 3, status: 500, rule: 'broken', afterMs: [7] }]);
  expect(late).toMatchObject([{ id: 3, answered: { status: 500, rule: 'broken', afterMs: 7 } }]);
  expect(store.list({}, { limit: 9 }).map(({ answered }) => answered)).toEqual([
    null,
    { status: 500, rule: 'broken', afterMs: 7 },
    null,
    { status: 200, rule: null, afterMs: 5 },
  ]);
});

test('responses are recorded in whatever order they are sent, also to a part of a group that is indexed', () => {
  const store = open(newFile());
  for (const item of all.slice(0, 4)) store.append(inboxRows([item]));
  store.indexWaiting(0);
  const changed = store.answered([
    { first: 4, status: 200, rule: null, afterMs: [4] },
    { first: 3, status: 500, rule: 'broken', afterMs: [3] },
    { first: 1, status: 200, rule: null, afterMs: [1, 2] },
  ]);
  expect(changed).toMatchObject([{ id: 1, answered: { status: 200, afterMs: 1 } }]);
  expect(store.indexWaiting(0)).toMatchObject([{ id: 2, answered: { afterMs: 2 } }]);
  expect(store.indexWaiting(10_000)).toMatchObject([
    { id: 3, answered: { status: 500, rule: 'broken', afterMs: 3 } },
    { id: 4, answered: { status: 200, rule: null, afterMs: 4 } },
  ]);
});

test('notifications of several rows are indexed by one commit; if one fails, all of them and the responses stay', () => {
  const file = newFile();
  const store = open(file);
  for (const item of all.slice(0, 3)) store.append(inboxRows([item]));
  store.answered([{ first: 1, status: 200, rule: null, afterMs: [5, 6, 7] }]);
  const other = new DatabaseSync(file);
  other.exec("CREATE TRIGGER refuse BEFORE INSERT ON contents WHEN new.id = 3 BEGIN SELECT raise(ABORT, 'no'); END");
  expect(() => store.indexWaiting(10_000)).toThrow(/cannot be stored/);
  expect([store.waiting(), store.count({})]).toEqual([3, 0]);
  other.exec('DROP TRIGGER refuse');
  other.close();
  expect(store.indexWaiting(10_000).map(({ answered }) => answered?.afterMs)).toEqual([5, 6, 7]);
  expect([store.waiting(), store.count({})]).toEqual([0, 3]);
});

test('pins, notes and signatures are stored; absent values stay', () => {
  const store = open(newFile());
  store.append(inboxRows(all.slice(0, 2)));
  store.indexWaiting();
  store.change(1, { pinned: true, note: 'the first', signature: 'valid' });
  expect(store.change(1, { note: '' })).toMatchObject({ pinned: true, note: '', signature: 'valid' });
  expect(store.change(9, { pinned: true })).toBeUndefined();
  expect(store.list({ pinned: true }, { limit: 9 }).map(({ id }) => id)).toEqual([1]);
  // A pinned notification is not deleted automatically.
  for (const _step of store.purge({ days: 1, megabytes: null }));
  expect(store.list({}, { limit: 9 }).map(({ id }) => id)).toEqual([1]);
});

test('of notifications that arrive together, each one is masked as alone', () => {
  const plain = notification('{"a":1}');
  const signed = { ...notification('{}', 1), rawHeaders: ['X-Api-Key', 'k1', 'Host', 'x'] };
  const inAddress = { ...notification('{}', 2), path: '/in?token=t1' };
  const form = {
    ...notification('password=p1&x=1', 3),
    rawHeaders: ['Content-Type', 'application/x-www-form-URLencoded'],
  };
  const together = [plain, signed, plain, inAddress, form, plain];
  const [row, ...others] = inboxRows(together);
  expect(others).toEqual([]);
  const alone = together.flatMap((arrival) => inboxRows([arrival]));
  expect(row && unpacked(row)).toEqual(alone.flatMap(unpacked));
  expect(row?.originals.map(({ index }) => index)).toEqual([1, 3, 4]);
  expect(row?.originals.map(({ path, body }) => [path, String(body)])).toEqual(
    [signed, inAddress, form].map(({ path, body }) => [path, String(body)]),
  );
  const stored = `${row?.about}${Buffer.from(row?.bodies ?? []).toString()}`;
  expect(stored).toContain('/in?token=(masked)');
  for (const secret of ['k1', 't1', 'p1']) expect(stored).not.toContain(secret);
});

test('a notification with the same content is a repeat', () => {
  const store = open(newFile());
  const text = exampleFor('incoming_text') as Record<string, unknown>;
  const queued = [1, 2].map((receiptId) => ({ receiptId, body: text }));
  const bodies = [text, { ...text, timestamp: 5 }, ...queued, '{"a":1}', '{"a": 1}', '{"a":1}', '', ''];
  store.append(inboxRows(bodies.map((body) => ({ ...notification(body), path: '/' }))));
  expect(store.indexWaiting().map(({ repeatOf }) => repeatOf)).toEqual([null, null, 1, 1, null, null, 5, null, null]);
});

test('search and filters find method, path, provider, event and time', () => {
  const store = open(newFile());
  const github = { ...notification('{"zen":"x"}', 1), method: 'PUT', path: '/git/hub?delivery=d7' };
  store.append(inboxRows([notification(exampleFor('incoming_text')), github, notification('{}', 2)]));
  store.indexWaiting();
  const ids = (filter: NotificationFilter) => store.list(filter, { limit: 9 }).map(({ id }) => id);
  expect(ids({ method: 'PUT' })).toEqual([2]);
  expect(ids({ path: '/git/hub' })).toEqual([2]);
  expect(ids({ search: 'd7' })).toEqual([2]);
  expect(ids({ search: 'X-Number twice' })).toEqual([3, 2, 1]);
  expect(ids({ provider: 'messaging' })).toEqual([1]);
  expect(ids({ event: 'incomingMessageReceived' })).toEqual([1]);
  const second = new Date(1_700_000_000_001).toISOString();
  expect([ids({ since: second }), ids({ until: second }), ids({ since: second, until: second })]).toEqual([
    [3, 2],
    [2, 1],
    [2],
  ]);
});

test('combined filters find the same, whether their values are rare or frequent', () => {
  const store = open(newFile());
  const many = Array.from({ length: 2400 }, (_, index) => ({
    ...notification('{"a":"everywhere"}', index),
    method: index % 1200 === 0 ? 'PUT' : 'POST',
    path: index % 2 === 0 ? '/even' : '/odd',
  }));
  store.append(inboxRows(many));
  while (store.waiting() > 0) store.indexWaiting();
  const at = (index: number) => new Date(1_700_000_000_000 + index).toISOString();
  const filters: [NotificationFilter, number[]][] = [
    [{ method: 'PUT', search: 'everyw' }, [1201, 1]],
    [{ method: 'PUT', path: '/even', until: at(5) }, [1]],
    [{ method: 'PUT', path: '/odd', search: 'everywhere' }, []],
    [{ method: 'POST', path: '/even', search: 'everywhere', until: at(5) }, [5, 3]],
    [{ method: 'POST', path: '/odd', until: at(5) }, [6, 4, 2]],
    [{ since: at(2397), path: '/odd' }, [2400, 2398]],
    [{ verdict: 'differs', method: 'POST' }, []],
  ];
  for (const [filter, ids] of filters) {
    expect(store.list(filter, { limit: 9 }).map(({ id }) => id)).toEqual(ids);
    expect(store.count(filter)).toBe(ids.length);
    const pages = ids.map((_, place) => store.list(filter, { limit: 1, before: ids[place - 1] })[0]?.id);
    expect(pages).toEqual(ids);
  }
});

test('bodies that are too large for one row are stored in several', () => {
  const store = open(newFile());
  const large = Buffer.alloc(10 * 1024 * 1024, 'x').toString();
  store.append(inboxRows([1, 2, 3].map((index) => notification(large, index))));
  expect(store.indexWaiting().map(({ id }) => id)).toEqual([1, 2]);
  expect(store.indexWaiting().map(({ id, size }) => [id, size])).toEqual([[3, large.length]]);
});

test('a burst is stored before it is recognised, and announced in order soon after', async () => {
  const store = open(newFile());
  const announcedIds: number[] = [];
  const intake = createIntake({
    store,
    onIndexed: (indexed) => announcedIds.push(...indexed.map(({ id }) => id)),
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  const text = JSON.stringify(exampleFor('incoming_text'));
  const together = Array.from({ length: 50 }, (_, index) => notification(text, index));
  const stored = Array.from({ length: 40 }, () => intake.take(inboxRows(together)));
  expect(store.waiting()).toBe(2000);
  expect(await Promise.all(stored)).toEqual(Array.from({ length: 40 }, (_, batch) => 1 + batch * 50));
  await vi.waitFor(() => expect(announcedIds.length).toBe(2000), 5000);
  expect(announcedIds).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
  expect(intake.indexWaiting()).toEqual([]);
  intake.close();
});

/** An intake whose time is a number that recognising, of which a millisecond does 25 notifications, moves on. */
function simulated() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  let [now, stored, indexed, shown] = [0, 0, 0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const store = {
    append: ([row]: { count: number }[]) => (stored += row?.count ?? 0),
    flush: () => Promise.resolve(),
    waiting: () => stored - indexed,
    indexWaiting(ms: number) {
      const count = Math.min(stored - indexed, Math.max(50, ms * 25));
      now += count / 25;
      indexed += count;
      return Array.from({ length: count }, () => ({}));
    },
  } as unknown as NotificationStore;
  const intake = createIntake({
    store,
    onIndexed: ({ length }) => (shown += length),
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  return {
    intake,
    waiting: () => stored - shown,
    shown: () => shown,
    indexedMs: () => indexed / 25,
    async arrive(count: number, afterMs: number, batches = 1) {
      now += afterMs;
      vi.advanceTimersByTime(afterMs);
      for (let batch = 0; batch < batches; batch += 1) await intake.take([{ count } as never]);
    },
    restore() {
      intake.close();
      vi.useRealTimers();
      vi.restoreAllMocks();
    },
  };
}

test.each([
  [1, 64],
  [8, 8],
])(
  'in a short burst, %i batches of %i are stored first, but the beginning is shown at once',
  async (batches, count) => {
    const { arrive, shown, indexedMs, restore } = simulated();
    try {
      for (let ms = 0; ms < 900; ms += 1) {
        await arrive(count, 1, batches);
        if (ms > 0) expect(shown()).toBeGreaterThan(0);
      }
      expect(indexedMs()).toBeLessThan(10);
    } finally {
      restore();
    }
  },
);

test('a stream that does not end is shown as fast as it arrives, by a part of the time', async () => {
  const { arrive, waiting, indexedMs, restore } = simulated();
  try {
    for (let ms = 0; ms < 30_000; ms += 10) await arrive(40, 10);
    expect(waiting()).toBeLessThan(1000);
    const before = indexedMs();
    // More than the part of the time is enough for.
    for (let ms = 0; ms < 10_000; ms += 10) await arrive(70, 10);
    expect(indexedMs() - before).toBeLessThan(0.25 * 10_000);
  } finally {
    restore();
  }
});

test('a notification after a burst is shown at once', async () => {
  const { arrive, waiting, restore } = simulated();
  try {
    for (let round = 0; round < 20; round += 1) await arrive(20, 1);
    for (let ms = 0; ms < 500; ms += 10) vi.advanceTimersByTime(10);
    await arrive(1, 10_000);
    vi.advanceTimersByTime(1);
    expect(waiting()).toBe(0);
  } finally {
    restore();
  }
});

test('a notification that cannot be recognised now is reported, and tried again', async () => {
  const file = newFile();
  const store = open(file);
  const problems: (string | null)[] = [];
  let indexed = 0;
  const intake = createIntake({
    store,
    onIndexed: ({ length }) => (indexed += length),
    onProblem: (problem) => problems.push(problem),
  });
  const stored = intake.take(inboxRows([notification('{}')]));
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  await stored;
  // The store waits for the lock of the other one for five seconds.
  await sleep(10);
  expect([indexed, problems.length]).toEqual([0, 1]);
  expect(problems[0]).toMatch(/locked/);
  other.exec('ROLLBACK');
  other.close();
  await vi.waitFor(() => expect(indexed).toBe(1), 5000);
  expect(problems.at(-1)).toBeNull();
  intake.close();
});
