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

test('what was added along with a count is part of the total, without another count', () => {
  const { total, add } = open();
  add(2);
  expect(total.count()).toBe(2);
  // Adds three and says four: the total is the one that was counted along.
  total.countAlong(
    () => add(3),
    (added) => added + 1,
  );
  expect(total.count()).toBe(6);
});

test('a change of unknown size, and one that fails, are counted again', () => {
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
