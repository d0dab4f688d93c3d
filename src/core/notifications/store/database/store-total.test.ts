import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { prepareTotal } from './store-total.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE notifications (id INTEGER PRIMARY KEY, removed INTEGER NOT NULL DEFAULT 0)');
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
