/** Another program has written into the file of the history. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openHistory } from './history.ts';

const unexpected = (text: string) => expect.unreachable(text);

test.each(['sends', 'runs', 'run_exchanges', 'load_runs'])(
  'a file whose table %s has other columns is kept, and replaced by an empty history',
  (table) => {
    const folder = temporaryFolder('other-columns');
    const file = path.join(folder, 'history.sqlite');
    const other = new DatabaseSync(file);
    other.exec(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, colour TEXT)`);
    other.close();
    const notices: string[] = [];
    const history = openHistory(file, (text) => void notices.push(text));
    expect([history.list('', { limit: 10 }), history.runs.list(), history.loads.list()]).toEqual([[], [], []]);
    history.close();
    expect(notices).toEqual([expect.stringMatching(/^The history in .* was damaged\. It was kept as/)]);
    expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true);
  },
);

test('entries that cannot be read are left out, and the others are shown', () => {
  const file = path.join(temporaryFolder('damaged-entries'), 'history.sqlite');
  openHistory(file, unexpected).close();
  const other = new DatabaseSync(file);
  const add = (id: string, at: string, detail: string) =>
    other.exec(
      `INSERT INTO sends VALUES (${id}, ${at}, 'a.yml', 'a', 'GET', 'http://x/', 200, 1, 1, NULL, '${detail}')`,
    );
  add('1', '1', '{}');
  add('2', '9223372036854775807', '{}');
  add('3', '1', 'no JSON');
  add('4', '1', '['.repeat(100_000));
  add('9223372036854775807', '1', '{}');
  other.exec(`UPDATE sends SET status = 9223372036854775807 WHERE id = 4`);
  other.exec(`INSERT INTO runs VALUES (9223372036854775807, '{}', '{}'), (1, '[]', '[]')`);
  other.close();
  const history = openHistory(file, unexpected);
  expect(history.list('', { limit: 10 }).map(({ id }) => id)).toEqual([3, 2, 1]);
  for (const id of [3, 4]) expect(() => history.get(id)).toThrow(expect.objectContaining({ code: 'InvalidData' }));
  expect(history.runs.list()).toEqual([]);
  history.close();
});
