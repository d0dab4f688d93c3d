import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createWebhookReader } from '../../../providers/webhook-reader.ts';
import { inboxRows } from '../../listener/inbox.ts';
import { openNotificationStore } from '../store.ts';
import { prepareTotal } from './store-total.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE notifications (id INTEGER PRIMARY KEY, removed INTEGER NOT NULL DEFAULT 0)');
  database.exec("CREATE VIRTUAL TABLE words USING fts5 (indexed, content = '', contentless_delete = 1)");
  database.exec(
    'CREATE TRIGGER add_words AFTER INSERT ON notifications BEGIN INSERT INTO words (rowid) VALUES (new.id); END',
  );
  const total = prepareTotal(database);
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) database.exec('INSERT INTO notifications DEFAULT VALUES');
    return count;
  };
  return { database, total, add };
}

test('an addition with a known count is added to the total without counting', () => {
  const { total, add } = open();
  add(2);
  expect(total.count()).toBe(2);
  // Adds three and reports four: the total uses the reported number.
  total.countAlong(
    () => add(3),
    (added) => added + 1,
  );
  expect(total.count()).toBe(6);
});

test('after a change of unknown size, and after a failed one, the total is counted again', () => {
  const { database, total, add } = open();
  add(2);
  expect(total.count()).toBe(2);
  total.countAlong(
    () => add(1),
    () => undefined,
  );
  expect(total.count()).toBe(3);
  const failing = () =>
    total.countAlong(
      () => {
        add(1);
        throw new Error('full');
      },
      () => 0,
    );
  expect(failing).toThrow('full');
  expect(total.count()).toBe(4);
  total.invalidate();
  database.exec('UPDATE notifications SET removed = 1 WHERE id = 1');
  expect(total.count()).toBe(3);
});

test('counting leaves the limit of the pages in memory as it was', () => {
  const { database, total, add } = open();
  database.exec('PRAGMA cache_size = -16000');
  add(2);
  expect(total.count()).toBe(2);
  expect(database.prepare('PRAGMA cache_size').get()).toEqual({ cache_size: -16_000 });
});

test('what is removed, restored, recognised again or deleted is counted as a list shows it', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-total-')), 'n.sqlite');
  const reader = createWebhookReader();
  const store = openNotificationStore(file, () => undefined, reader);
  const other = openNotificationStore(file, () => undefined);
  const expectTotal = (total: number) => {
    expect(store.list({}, { limit: 10 })).toHaveLength(total);
    // The other store has cached no total of this state.
    expect([store.count({}), other.count({})]).toEqual([total, total]);
  };
  const common = {
    receivedAt: new Date(),
    source: 'http',
    method: 'POST',
    path: '/',
    peer: '',
    rawHeaders: [],
  } as const;
  const bodies = ['', '{"shop": 1}', '{"shop": 2}', 'text'].map((body) => Buffer.from(body));
  store.append(inboxRows(bodies.map((body) => ({ ...common, body }))));
  expectTotal(0);
  store.indexWaiting(Infinity);
  expectTotal(4);
  store.remove([1, 2]);
  expectTotal(2);
  store.restore([2]);
  expectTotal(3);
  const definition = { name: 'Shop', recognize: [{ fields: { shop: 1 } }], event: 'order', fields: {}, events: {} };
  reader.configure({ providers: [{ id: 'shop', definition }], secrets: {} });
  expect([...store.recognizeAgain()].flat()).toHaveLength(1);
  expectTotal(3);
  for (const _step of store.emptyTrash(store.removed()));
  expectTotal(3);
  for (const _step of store.purge({ days: null, megabytes: 0 }));
  // The empty one was in the trash.
  expectTotal(0);
  for (const opened of [store, other]) opened.close();
});
