import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { matchOf } from './store-query.ts';

test('a search for any letter or digit between others is a search for words, never for a phrase', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5 (indexed, content = '', tokenize = "unicode61", detail = none)`);
  const search = database.prepare('SELECT rowid FROM words WHERE words MATCH ?');
  const refused: string[] = [];
  let searched = 0;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    searched += 1;
    try {
      search.all(matchOf(`a${character}b`));
    } catch {
      refused.push(code.toString(16));
    }
  }
  expect(searched).toBeGreaterThan(100_000);
  expect(refused).toEqual([]);
  database.close();
});

test('words are found whatever separates them, the last one by its beginning', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5 (indexed, content = '', tokenize = "unicode61", detail = none)`);
  database.exec(`INSERT INTO words (rowid, indexed) VALUES (1, 'X-Request-Id r17 ᦀᦰᦃ amount=25')`);
  const found = (search: string) =>
    database.prepare('SELECT rowid FROM words WHERE words MATCH ?').all(matchOf(search));
  for (const search of ['request-id', 'r17 amou', 'ᦀᦰᦃ', 'x AND-id']) {
    expect(found(search), search).toHaveLength(search.includes('AND') ? 0 : 1);
  }
  database.close();
});
