import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { matchOf, queryOf } from './store-query.ts';

test('words are found whatever separates them, the last one by its beginning', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5 (indexed, content = '', tokenize = "unicode61")`);
  database.exec(`INSERT INTO words (rowid, indexed) VALUES (1, 'X-Request-Id r17 ᦀᦰᦃ amount=25')`);
  const found = (search: string) =>
    database.prepare('SELECT rowid FROM words WHERE words MATCH ?').all(matchOf(search));
  for (const search of ['request-id', 'r17 amou', 'ᦀᦰᦃ', 'x AND-id']) {
    expect(found(search), search).toHaveLength(search.includes('AND') ? 0 : 1);
  }
  database.close();
});

test('a page of a period seeks to where it begins, by the stricter of its two upper bounds', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE notifications (id INTEGER PRIMARY KEY, received_at INTEGER)');
  database.exec('INSERT INTO notifications VALUES (1, 1000), (2, 2000), (3, 3000)');
  const valuesFor = (until: number, before: number) =>
    queryOf(database, { ids: () => undefined }, { until: new Date(until).toISOString() }, before).values;
  expect(valuesFor(3000, 2)).toEqual([2000, 2]);
  expect(valuesFor(2000, 2)).toEqual([2000, 2]);
  expect(valuesFor(1500, 3)).toEqual([1500]);
  database.close();
});
