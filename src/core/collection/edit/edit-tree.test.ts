/** Files of a collection are created, renamed, moved, deleted and restored. */
import fs, { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadCollection } from '../files/collection-files.ts';
import { editCollection, type CollectionEdit } from './edit-tree.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let root: string;
let trash: string;
let edit: CollectionEdit;
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const request = (name: string) => `# by hand\ninfo:\n  name: ${name}\nhttp:\n  method: GET\n  url: http://x\n`;
const order = async () => (await loadCollection(root)).items.map(({ id }) => id);
async function neighbours() {
  const { items, requests, folders } = await loadCollection(root);
  return items.map(({ id, name }) => ({
    id,
    name,
    seq:
      requests.find((request) => request.id === id)?.request.info?.seq ?? folders.find((item) => item.id === id)?.seq,
  }));
}
const unnumbered = (...ids: string[]) => ids.map((id) => ({ id, name: path.parse(id).name, seq: undefined }));

beforeEach(() => {
  root = temporaryFolder('tree');
  mkdirSync(path.join(root, 'folder'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  for (const file of ['a.yml', 'b.yml', 'folder/c.yml'])
    writeFileSync(path.join(root, file), request(path.parse(file).name));
  trash = temporaryFolder('trash');
  edit = editCollection({ root, trash });
});

test('a name that file systems refuse, and one that is taken, get another file name', async () => {
  expect(await edit.addRequest('', 'a/b: "c"?', request('x'))).toBe('a-b- -c.yml');
  expect(await edit.addRequest('', 'a', request('a'))).toBe('a 2.yml');
  expect(await edit.addRequest('', 'CON', request('x'))).toBe('request-CON.yml');
  expect(await edit.addRequest('', '../..', request('x'))).toBe('request.yml');
  expect(await edit.addFolder('folder', 'Ünïcode 名')).toBe('folder/Ünïcode 名');
});

test.each(['text\n', '- a\n', 'info: [\n'])(
  'an entry whose file has %j is neither renamed nor copied',
  async (text) => {
    writeFileSync(path.join(root, 'a.yml'), text);
    mkdirSync(path.join(root, 'other'));
    writeFileSync(path.join(root, 'other/folder.yml'), text);
    const before = readdirSync(root);
    const damaged = { code: 'CollectionDamaged', message: expect.stringMatching(/^(a|other.folder)\.yml/) as string };
    for (const id of ['a.yml', 'other']) {
      await expect(edit.rename(id, 'New')).rejects.toMatchObject(damaged);
      await expect(edit.duplicate(id, 'Copy')).rejects.toMatchObject({ code: 'CollectionDamaged' });
    }
    expect(readdirSync(root)).toEqual(before);
    expect(read('a.yml')).toBe(text);
  },
);

test('renaming changes the name and the file, and nothing else', async () => {
  expect(await edit.rename('a.yml', 'Better')).toBe('Better.yml');
  expect(read('Better.yml')).toBe(request('Better'));
  expect(await edit.rename('folder', 'Orders')).toBe('Orders');
  expect(read('Orders/folder.yml')).toContain('name: Orders');
  expect(existsSync(path.join(root, 'Orders/c.yml'))).toBe(true);
});

/** Runs `work` while calls of the file system are replaced by what `replace` puts there. */
async function withFileSystem(replace: () => void, work: () => Promise<unknown>): Promise<void> {
  replace();
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
}

test('a name that cannot be written, and an entry that cannot be moved, leave it as it was', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const refuse = () => {
    throw full;
  };
  const noWrites = () => vi.spyOn(fs, 'renameSync').mockImplementation(refuse);
  const noMoves = () => {
    vi.spyOn(fs.promises, 'link').mockRejectedValue(full);
    vi.spyOn(fs.promises, 'rename').mockRejectedValue(full);
  };
  for (const replace of [noWrites, noMoves]) {
    for (const id of ['a.yml', 'folder'])
      await withFileSystem(replace, () =>
        expect(edit.rename(id, 'New')).rejects.toMatchObject({ code: 'WriteFailed' }),
      );
  }
  expect(readdirSync(root)).toEqual(['a.yml', 'b.yml', 'folder', 'opencollection.yml']);
  expect(readdirSync(path.join(root, 'folder'))).toEqual(['c.yml']);
  expect(read('a.yml')).toBe(request('a'));
});

test('a copy does not replace what another program creates at that moment', async () => {
  mkdirSync(path.join(root, 'other'));
  writeFileSync(path.join(root, 'other/kept.txt'), 'kept');
  const before = readdirSync(root);
  const readsNoNames = () => {
    // The names in the folder are read before the other program creates its entry.
    const none = (async function* () {})() as unknown as fs.Dir;
    vi.spyOn(fs.promises, 'opendir').mockResolvedValueOnce(none);
  };
  for (const [id, taken] of [
    ['a.yml', 'b'],
    ['folder', 'other'],
  ] as const) {
    await withFileSystem(readsNoNames, () =>
      expect(edit.duplicate(id, taken)).rejects.toMatchObject({ code: 'WriteFailed' }),
    );
  }
  expect(readdirSync(root)).toEqual(before);
  expect(read('b.yml')).toBe(request('b'));
  expect(readdirSync(path.join(root, 'other'))).toEqual(['kept.txt']);
});

test('a copy is independent of its original', async () => {
  expect(await edit.duplicate('folder', 'folder copy')).toBe('folder copy');
  expect(await order()).toEqual(['a.yml', 'b.yml', 'folder', 'folder/c.yml', 'folder copy', 'folder copy/c.yml']);
});

test('a copy has the place behind its original, with a number of its own: a new name does not move either', async () => {
  const write = (name: string, seq: number) =>
    writeFileSync(path.join(root, `${name}.yml`), request(name).replace('http:', `  seq: ${seq}\nhttp:`));
  write('a', 1);
  write('b', 2);
  const copy = await edit.duplicate('a.yml', 'a copy', { order: await neighbours() });
  expect((await order()).slice(0, 3)).toEqual(['a.yml', 'a copy.yml', 'b.yml']);
  expect([read('a.yml'), read(copy), read('b.yml')].map((text) => /seq: (\d+)/.exec(text)?.[1])).toEqual([
    '1',
    '2',
    '3',
  ]);
  const renamedCopy = await edit.rename(copy, '0');
  expect((await order()).slice(0, 3)).toEqual(['a.yml', renamedCopy, 'b.yml']);
});

test('a copy of an entry without a number gets no number while its name sorts after the original: no other file changes', async () => {
  const copy = await edit.duplicate('a.yml', 'a copy', { order: unnumbered('a.yml', 'b.yml', 'folder') });
  expect(read(copy)).not.toContain('seq');
  expect((await order()).slice(0, 3)).toEqual(['a.yml', 'a copy.yml', 'b.yml']);
});

test('an item is moved among its siblings and into a folder, but not into itself', async () => {
  await edit.move('b.yml', { parent: '', before: 'a.yml', order: unnumbered('a.yml', 'b.yml', 'folder') });
  expect(await order()).toEqual(['b.yml', 'a.yml', 'folder', 'folder/c.yml']);
  expect(await edit.move('a.yml', { parent: 'folder', before: null, order: unnumbered('folder/c.yml') })).toBe(
    'folder/a.yml',
  );
  expect(await order()).toEqual(['b.yml', 'folder', 'folder/c.yml', 'folder/a.yml']);
  expect(read('folder/a.yml')).toContain('# by hand');
  await expect(edit.move('folder', { parent: 'folder/x', before: null, order: [] })).rejects.toThrow(/into itself/);
});

test('moving changes as few files as possible, and no file of an entry that only follows', async () => {
  const write = (name: string, seq?: number) =>
    writeFileSync(
      path.join(root, `${name}.yml`),
      request(name).replace('http:', seq ? `  seq: ${seq}\nhttp:` : 'http:'),
    );
  ['a', 'b', 'c', 'd', 'e'].forEach((name, at) => write(name, at + 1));
  for (const name of ['step 1', 'step 2', 'step 10']) write(name);
  const ids = async () => (await order()).filter((id) => !id.startsWith('folder'));
  const files = () =>
    new Map(
      readdirSync(root)
        .filter((name) => name !== 'folder')
        .map((name) => [name, read(name)]),
    );
  async function changedBy(id: string, before: string | null) {
    const present = files();
    await edit.move(id, { parent: '', before, order: await neighbours() });
    return [...files()].flatMap(([name, text]) => (text === present.get(name) ? [] : [name]));
  }
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e', 'step 1', 'step 2', 'step 10'].map((name) => `${name}.yml`));
  expect(await changedBy('e.yml', 'd.yml')).toEqual(['d.yml']);
  expect(await changedBy('step 2.yml', 'a.yml')).toEqual(['a.yml', 'b.yml', 'c.yml', 'step 2.yml']);
  expect(await changedBy('step 2.yml', 'folder')).toEqual(['step 2.yml']);
  expect(await ids()).toEqual(['a', 'b', 'c', 'e', 'd', 'step 2', 'step 1', 'step 10'].map((name) => `${name}.yml`));
});

test('moving does not read the files of the neighbours: what was loaded tells their names and numbers', async () => {
  const loaded = [{ id: 'a.yml', name: 'a', seq: 1 }, ...unnumbered('b.yml')];
  writeFileSync(path.join(root, 'a.yml'), 'no: [yaml');
  expect(await edit.move('folder/c.yml', { parent: '', before: 'b.yml', order: loaded })).toBe('c.yml');
  expect(read('c.yml')).toContain('seq: 2');
});

test('of several pages that rename, move or delete an entry at the same time one does, and it exists once', async () => {
  const changes = ['x', 'y', 'z'].map((name) => edit.rename('a.yml', name));
  changes.push(edit.remove('a.yml'), edit.move('a.yml', { parent: 'folder', before: null, order: [] }));
  const done = (await Promise.allSettled(changes)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
  const left = (await order()).filter((id) => !['b.yml', 'folder', 'folder/c.yml'].includes(id));
  expect(left.length + (await edit.deleted()).length).toBe(1);
});

test('items deleted a month ago are removed permanently by the next deletion', async () => {
  const [old, newer] = [await edit.remove('folder/c.yml'), await edit.remove('a.yml')];
  const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  utimesSync(path.join(trash, old), monthAgo, monthAgo);
  const last = await edit.remove('b.yml');
  expect(readdirSync(trash).sort()).toEqual([newer, last].sort());
  await edit.restore(newer);
  expect(await order()).toEqual(['a.yml']);
});

test('deleted items can be restored, but overwrite nothing', async () => {
  const token = await edit.remove('folder');
  expect(await order()).toEqual(['a.yml', 'b.yml']);
  await edit.restore(token);
  expect(read('folder/c.yml')).toBe(request('c'));
  const secondRemoval = await edit.remove('a.yml');
  writeFileSync(path.join(root, 'a.yml'), 'new');
  expect(await edit.restore(secondRemoval)).toBe('a 2.yml');
  expect([read('a.yml'), read('a 2.yml')]).toEqual(['new', request('a')]);
});

test('an item outside of the collection, or a missing one, is an error', async () => {
  await expect(edit.read('../x')).rejects.toMatchObject({ code: 'OutsideWorkspace' });
  await expect(edit.rename('none.yml', 'x')).rejects.toMatchObject({ code: 'FileNotFound' });
});

test('entries below a folder that another program has replaced by a file no longer exist', async () => {
  rmSync(path.join(root, 'folder'), { recursive: true });
  writeFileSync(path.join(root, 'folder'), 'a file');
  expect(await edit.exists('folder/folder.yml')).toBe(false);
  await expect(edit.read('folder/c.yml')).rejects.toMatchObject({ code: 'FileNotFound' });
});
