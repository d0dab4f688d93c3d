/** Deleted items are moved to a folder of the user, which may be on another file system. */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { editCollection } from '../edit/edit-tree.ts';
import { moveEntry } from './move-entry.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const MEMORY = '/dev/shm';
const device = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.dev;
const hasOtherFileSystem = device(MEMORY) !== undefined && device(MEMORY) !== device(tmpdir());

test.runIf(hasOtherFileSystem)('nothing is lost across file systems', async () => {
  const root = temporaryFolder('root');
  const trash = mkdtempSync(path.join(MEMORY, 'outrigger-trash-'));
  onTestFinished(() => rmSync(trash, { recursive: true }));
  mkdirSync(path.join(root, 'folder/sub'), { recursive: true });
  writeFileSync(path.join(root, 'folder/sub/a.yml'), 'http: {}');
  symlinkSync('sub/a.yml', path.join(root, 'folder/link.yml'));
  const edit = editCollection({ root, trash });
  const token = await edit.remove('folder');
  expect(readdirSync(root)).toEqual([]);
  expect(await edit.restore(token)).toBe('folder');
  expect(readFileSync(path.join(root, 'folder/sub/a.yml'), 'utf8')).toBe('http: {}');
  expect(lstatSync(path.join(root, 'folder/link.yml')).isSymbolicLink()).toBe(true);
  expect(readdirSync(trash)).toEqual([]);
});

test.runIf(hasOtherFileSystem)('an item that cannot be copied stays', async () => {
  const root = temporaryFolder('root');
  const trash = mkdtempSync(path.join(MEMORY, 'outrigger-trash-'));
  mkdirSync(path.join(root, 'folder'));
  writeFileSync(path.join(root, 'folder/a.yml'), 'http: {}');
  await execa('mkfifo', [path.join(root, 'folder/pipe')]);
  await expect(editCollection({ root, trash }).remove('folder')).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(readdirSync(path.join(root, 'folder')).sort()).toEqual(['a.yml', 'pipe']);
  expect(readdirSync(trash)).toEqual([]);
});

test('a token is a name in the trash, never a path', async () => {
  const root = temporaryFolder('root');
  const edit = editCollection({ root, trash: path.join(root, '../trash-of-nobody') });
  for (const token of ['..', '../x', '', 'a/b', '/etc'])
    await expect(edit.restore(token)).rejects.toMatchObject({ code: 'FileNotFound' });
});

test('a deleted item whose name is taken is restored under another name', async () => {
  const root = temporaryFolder('root');
  const edit = editCollection({ root, trash: temporaryFolder('trash') });
  const folder = await edit.addFolder('', 'v1.2');
  await edit.create(`${folder}/a.yml`, 'http: {}');
  const [file, directory] = [await edit.remove(`${folder}/a.yml`), await edit.remove(folder)];
  expect(await edit.restore(file)).toBe('v1.2/a.yml');
  expect(await edit.restore(directory)).toBe('v1.2 2');
  expect(readdirSync(root).sort()).toEqual(['v1.2', 'v1.2 2']);
});

test('moving within a file system never leaves a partly replaced item', async () => {
  const root = temporaryFolder('root');
  writeFileSync(path.join(root, 'a'), 'a');
  await moveEntry(path.join(root, 'a'), path.join(root, 'b'));
  expect(readdirSync(root)).toEqual(['b']);
});
