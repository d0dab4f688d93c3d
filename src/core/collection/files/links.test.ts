/**
 * A workspace from a stranger: its links point to the user's files. Nothing outside of the workspace is read or
 * changed.
 */
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { beforeEach, expect, test } from 'vitest';
import { importText } from '../../interchange/import.ts';
import { writeImported } from '../../interchange/imported/write-imported.ts';
import { loadCollection } from './collection-files.ts';
import { editCollection, type CollectionEdit } from '../edit/edit-tree.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const request = (name: string) => `info:\n  name: ${name}\nhttp:\n  method: GET\n  url: http://x\n`;
let base: string;
let root: string;
let outside: string;
let edit: CollectionEdit;

beforeEach(() => {
  base = temporaryFolder('links');
  root = path.join(base, 'workspace');
  outside = path.join(base, 'outside');
  mkdirSync(path.join(root, 'folder'), { recursive: true });
  mkdirSync(path.join(outside, 'deep'), { recursive: true });
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'ok.yml'), request('ok'));
  writeFileSync(path.join(root, 'folder', 'inner.yml'), request('inner'));
  writeFileSync(path.join(outside, 'secret.yml'), request('secret'));
  writeFileSync(path.join(outside, 'deep', 'more.yml'), request('more'));
  edit = editCollection({ root, trash: path.join(base, 'trash') });
});

const link = (target: string, place: string) => symlinkSync(target, path.join(root, place));
/** Everything below the folder, with its content and modification time. */
const snapshot = (folder: string): unknown[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [file, statSync(file).mtimeMs, entry.isFile() ? readFileSync(file, 'utf8') : ''];
  });

const lines: [string, () => string][] = [
  ['a link to a folder', () => (link(outside, 'out'), 'out')],
  ['a link to a request', () => (link(path.join(outside, 'secret.yml'), 'out.yml'), 'out.yml')],
  ['a link to a file of the system', () => (link('/etc/hostname', 'hostname.yml'), 'hostname.yml')],
  ['a link to nothing', () => (link(path.join(outside, 'missing.yml'), 'dangling.yml'), 'dangling.yml')],
  ['a link to nothing, below a folder', () => (link(path.join(outside, 'new'), 'folder/new'), 'folder/new')],
  ['folder.yml a link', () => (link(path.join(outside, 'secret.yml'), 'folder/folder.yml'), 'folder/folder.yml')],
  ['environments a link', () => (link(outside, 'environments'), 'environments')],
];

test.each(lines)('%s is reported and not followed, and the rest opens', async (_name, prepare) => {
  const id = prepare();
  const before = snapshot(outside);
  const { requests, items, environments, problems } = await loadCollection(root);
  expect(requests.map(({ name }) => name)).toEqual(['inner', 'ok']);
  expect(items.map((item) => item.id)).toEqual(['folder', 'folder/inner.yml', 'ok.yml']);
  expect(environments).toEqual([]);
  expect(problems).toEqual([expect.stringContaining(id)]);

  const refused = { code: 'OutsideWorkspace' };
  await expect(edit.read(id)).rejects.toMatchObject(refused);
  await expect(edit.write(id, 'x')).rejects.toMatchObject(refused);
  await expect(edit.read(`${id}/secret.yml`)).rejects.toMatchObject(refused);
  await expect(edit.write(`${id}/deep/new/file.yml`, 'x')).rejects.toMatchObject(refused);
  await expect(edit.create(`${id}/file.yml`, 'x')).rejects.toMatchObject(refused);
  await expect(edit.addRequest(id, 'x', request('x'))).rejects.toMatchObject(refused);
  await expect(edit.addFolder(id, 'x')).rejects.toMatchObject(refused);
  await expect(edit.rename(id, 'better')).rejects.toMatchObject(refused);
  await expect(edit.rename(`${id}/secret.yml`, 'better')).rejects.toMatchObject(refused);
  await expect(edit.duplicate(id, 'copy')).rejects.toMatchObject(refused);
  await expect(edit.move('ok.yml', { parent: id, before: null, order: [] })).rejects.toMatchObject(refused);
  await expect(edit.move(`${id}/secret.yml`, { parent: '', before: null, order: [] })).rejects.toMatchObject(refused);
  await expect(edit.remove(`${id}/secret.yml`)).rejects.toMatchObject(refused);
  expect(snapshot(outside)).toEqual(before);
  expect(readFileSync(path.join(root, 'ok.yml'), 'utf8')).toBe(request('ok'));

  // A link can be deleted and restored; its target is not affected.
  const token = await edit.remove(id);
  expect(await edit.exists(id)).toBe(false);
  expect(snapshot(outside)).toEqual(before);
  expect(await edit.restore(token)).toBe(id);
  expect(await edit.exists(id)).toBe(true);
  expect(snapshot(outside)).toEqual(before);
});

test('opencollection.yml is a link: the requests open, and an import does not write through it', async () => {
  const target = path.join(outside, 'opencollection.yml');
  writeFileSync(target, 'opencollection: 1.0.0\ninfo:\n  name: Outside\n');
  const other = path.join(base, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'ok.yml'), request('ok'));
  symlinkSync(target, path.join(other, 'opencollection.yml'));
  const { name, requests, problems } = await loadCollection(other);
  expect(name).toBe('other');
  expect(requests).toHaveLength(1);
  expect(problems).toEqual([expect.stringContaining('opencollection.yml leads through a link')]);
  const before = snapshot(outside);
  await writeImported(other, await importText('curl http://x/a', 'text'));
  expect(snapshot(outside)).toEqual(before);
  expect(readdirSync(other).sort()).toEqual(['a.yml', 'ok.yml', 'opencollection.yml']);
});

test('an import writes neither into a linked folder nor over an item of the same name', async () => {
  link(outside, 'environments');
  link(path.join(outside, 'missing.yml'), 'a.yml');
  const before = snapshot(outside);
  await writeImported(root, await importText('curl http://x/a', 'text'));
  expect(readFileSync(path.join(root, 'a 2.yml'), 'utf8')).toContain('http://x/a');
  const environment = JSON.stringify({ name: 'E', values: [{ key: 'a', value: 'b' }] });
  await expect(writeImported(root, await importText(environment, 'e.json'))).rejects.toMatchObject({
    code: 'OutsideWorkspace',
  });
  expect(snapshot(outside)).toEqual(before);
});

test('a copy of a folder contains the links that stay inside, and none that leads outside', async () => {
  link(path.join(outside, 'deep'), 'folder/out');
  symlinkSync('inner.yml', path.join(root, 'folder/alias.yml'));
  const copy = await edit.duplicate('folder', 'copy');
  expect(readdirSync(path.join(root, copy)).sort()).toEqual(['alias.yml', 'inner.yml']);
});

test('restoring does not follow a folder that has become a link', async () => {
  const token = await edit.remove('folder/inner.yml');
  await edit.remove('folder');
  link(outside, 'folder');
  const before = snapshot(outside);
  await expect(edit.restore(token)).rejects.toMatchObject({ code: 'OutsideWorkspace' });
  expect(snapshot(outside)).toEqual(before);
  await edit.remove('folder');
  expect(await edit.restore(token)).toBe('folder/inner.yml');
});

test('links inside of the collection are followed, and circular ones end', async () => {
  symlinkSync('ok.yml', path.join(root, 'same.yml'));
  symlinkSync('folder', path.join(root, 'twin'));
  symlinkSync('../folder', path.join(root, 'folder', 'self'));
  symlinkSync('..', path.join(root, 'folder', 'up'));
  const { items, problems } = await loadCollection(root);
  expect(items.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['ok.yml', 'same.yml', 'folder/inner.yml', 'twin/inner.yml']),
  );
  expect(problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^folder\/self is a link to a folder above it/)]),
  );
  await edit.write('same.yml', request('changed'));
  expect(readFileSync(path.join(root, 'ok.yml'), 'utf8')).toBe(request('changed'));
});

test('a pipe named like a request is not opened', async () => {
  if (process.platform === 'win32') return;
  await execa('mkfifo', [path.join(root, 'pipe.yml')]);
  expect((await loadCollection(root)).requests).toHaveLength(2);
  await expect(edit.read('pipe.yml')).rejects.toMatchObject({ code: 'FileUnreadable' });
  expect(existsSync(path.join(root, 'pipe.yml'))).toBe(true);
});

/** Only the superuser can give a file to another user. */
test.runIf(process.getuid?.() === 0)('the file of another user above a folder is not its collection', async () => {
  const folder = path.join(base, 'mine');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.yml'), request('a'));
  const planted = path.join(base, 'opencollection.yml');
  writeFileSync(planted, 'opencollection: 1.0.0\n');
  expect((await loadCollection(folder)).requests).toHaveLength(1);
  chownSync(planted, 12_345, 12_345);
  await expect(loadCollection(folder)).rejects.toMatchObject({ code: 'CollectionDamaged' });
  chownSync(folder, 12_345, 12_345);
  expect((await loadCollection(folder)).requests).toHaveLength(1);
});
