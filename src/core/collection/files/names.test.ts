/** Two entries of a collection never get names that are the same file on another computer. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { editCollection } from '../edit/edit-tree.ts';
import { moveEntry } from './move-entry.ts';
import { createFolderNames } from './names.ts';

test.each([
  ['case', 'Users', 'users'],
  ['normalisation', 'caf\u00e9', 'cafe\u0301'],
  ['the sharp s', 'Stra\u00dfe', 'STRASSE'],
  ['its capital', 'stra\u1e9ee', 'strasse'],
  ['the final sigma', '\u03bf\u03c2', '\u039f\u03a3'],
  ['a sigma', '\u03bf\u03c3', '\u03bf\u03c2'],
  ['the long s', '\u017fum', 'Sum'],
  ['the Kelvin sign', '\u212a', 'k'],
  ['a ligature', '\ufb01n', 'FIN'],
  ['an invisible character', 'a\ufe0fb', 'ab'],
  ['an order of marks', 'a\u0323\u0302', 'a\u0302\u0323'],
  ['a mark that case changes', '\u0390', '\u1fd3'],
])('names that differ only by %s get different files', (_name, first, second) => {
  for (const kind of ['request', 'folder', 'environment'] as const) {
    const names = createFolderNames([]);
    expect(names.take(first, kind).reason).toBeUndefined();
    expect(names.take(second, kind)).toMatchObject({ reason: expect.stringContaining('exists already') as string });
    expect(names.take(second, kind).file).toMatch(/ 3(\.yml)?$/);
  }
});

test.each([
  ['a point', 'a.', 'a'],
  ['a space', 'a ', 'A'],
])('a folder whose name ends in %s is the one without it on Windows', (_name, existing, name) => {
  expect(createFolderNames([existing]).take(name, 'folder').file).toBe(`${name} 2`);
});

test.each(['Folder', 'OPENCOLLECTION', 'folder\ufe0f'])('%s is not taken for a reserved file', (name) => {
  expect(createFolderNames([]).take(name, 'request').file).not.toMatch(/^(folder|opencollection)\ufe0f?\.yml$/i);
});

function collection() {
  const root = temporaryFolder('names');
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  write('opencollection.yml', 'opencollection: 1.0.0\n');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return { root, write, read, edit: editCollection({ root, trash: temporaryFolder('trash') }) };
}
const requestOf = (name: string) => `info:\n  name: ${name}\nhttp:\n  url: http://${name}\n`;

test('renaming, copying, moving and restoring never meet a name that differs by case only', async () => {
  const { root, write, edit } = collection();
  mkdirSync(path.join(root, 'f'));
  for (const file of ['users.yml', 'other.yml', 'gone.yml', 'f/USERS.yml']) write(file, requestOf('x'));
  expect(await edit.rename('other.yml', 'Users')).toBe('Users 2.yml');
  expect(await edit.duplicate('users.yml', 'USERS')).toBe('USERS 3.yml');
  expect(await edit.move('f/USERS.yml', { parent: '', before: null, order: [] })).toBe('USERS 4.yml');
  const token = await edit.remove('gone.yml');
  write('Gone.yml', requestOf('new'));
  expect(await edit.restore(token)).toBe('gone 2.yml');
  const names = readdirSync(root).filter((name) => name.endsWith('.yml'));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
});

test('an entry may be renamed to another spelling of its own name', async () => {
  const { root, write, edit } = collection();
  write('users.yml', requestOf('users'));
  expect(await edit.rename('users.yml', 'Users')).toBe('Users.yml');
  expect(readdirSync(root)).toContain('Users.yml');
});

test('a file that another program creates meanwhile is not overwritten', async () => {
  const { root, write, read } = collection();
  write('a.yml', 'mine');
  write('b.yml', 'theirs');
  const [from, to] = ['a.yml', 'b.yml'].map((file) => path.join(root, file)) as [string, string];
  await expect(moveEntry(from, to)).rejects.toMatchObject({ code: 'EEXIST' });
  expect([read('a.yml'), read('b.yml')]).toEqual(['mine', 'theirs']);
});
