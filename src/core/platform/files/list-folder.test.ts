import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { listFolder } from './list-folder.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('list');
  mkdirSync(path.join(folder, 'z-folder'));
  writeFileSync(path.join(folder, 'a.txt'), 'a');
  symlinkSync('z-folder', path.join(folder, 'link'));
  symlinkSync('nowhere', path.join(folder, 'broken'));
});

test('folders come first, including links to folders; a broken link is a file', async () => {
  const { entries, ...rest } = await listFolder(folder);
  expect(entries.map(({ name, isFolder }) => [name, isFolder])).toEqual([
    ['link', true],
    ['z-folder', true],
    ['a.txt', false],
    ['broken', false],
  ]);
  expect(rest).toEqual({ folder, parent: path.dirname(folder), file: null, complete: true });
});

test('numbers in names are ordered by their value', async () => {
  const numbered = temporaryFolder('numbered');
  for (const name of ['a10.txt', 'a2.txt', 'a1.txt']) writeFileSync(path.join(numbered, name), '');
  const { entries } = await listFolder(numbered);
  expect(entries.map(({ name }) => name)).toEqual(['a1.txt', 'a2.txt', 'a10.txt']);
});

test('for a file, its folder is listed', async () => {
  const file = path.join(folder, 'a.txt');
  expect(await listFolder(file)).toMatchObject({ folder, file });
});

test('a folder with more entries than the limit reports it; a missing one is an error', async () => {
  const { entries, complete } = await listFolder(folder, 2);
  expect([entries.length, complete]).toEqual([2, false]);
  await expect(listFolder(path.join(folder, 'missing'))).rejects.toMatchObject({ code: 'FileNotFound' });
});

test('the root of the file system has no parent', async () => {
  expect((await listFolder(path.parse(folder).root)).parent).toBeNull();
});
