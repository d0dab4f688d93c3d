/** Loading a collection again parses only the files that have changed on disk. */
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadCollection } from './collection-files.ts';
import { openCollectionReader, readParsed } from './collection-reader.ts';
import { collectionLimits } from './limits.ts';
import { detailsOf } from '../format/open-collection.ts';
import { createParsedFiles, type ParsedFiles } from './parsed-files.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

/** Later than the resolution of any file system's clock, so that the modification time of a new file is reliable. */
const later = () => Date.now() + 60_000;
const request = (url: string) => `info:\n  name: x\nhttp:\n  method: GET\n  url: ${url}\n`;
let root: string;
let parsed: ParsedFiles;
const fileOf = (id: string) => path.join(root, id);
const load = async () =>
  new Map((await loadCollection(root, { parsed })).requests.map((request) => [request.id, request.request]));
const urlOf = async (id: string) => {
  const request = (await load()).get(id);
  return request && detailsOf(request).url;
};

beforeEach(() => {
  root = temporaryFolder('parsed');
  parsed = createParsedFiles({ now: later });
  mkdirSync(fileOf('folder'));
  writeFileSync(fileOf('opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(fileOf('folder/folder.yml'), 'info:\n  name: before\n');
  writeFileSync(fileOf('folder/a.yml'), request('http://a/1'));
  writeFileSync(fileOf('folder/b.yml'), request('http://b/1'));
});

test('an unchanged file is not parsed again, and callers cannot change the cached result', async () => {
  const before = await load();
  writeFileSync(fileOf('folder/a.yml'), request('http://a/22'));
  const after = await load();
  expect(after.get('folder/b.yml')).toBe(before.get('folder/b.yml'));
  expect(after.get('folder/a.yml')).not.toBe(before.get('folder/a.yml'));
  expect(() => Object.assign(after.get('folder/b.yml')?.http ?? {}, { url: 'x' })).toThrow(TypeError);
});

test('a changed file is read, also one of the same size whose modification time was set back', async () => {
  expect(await urlOf('folder/a.yml')).toBe('http://a/1');
  const { atime, mtime } = statSync(fileOf('folder/a.yml'));
  writeFileSync(fileOf('folder/a.yml'), request('http://a/2'));
  utimesSync(fileOf('folder/a.yml'), atime, mtime);
  expect(await urlOf('folder/a.yml')).toBe('http://a/2');
});

test('a file that was replaced by another one is read', async () => {
  expect(await urlOf('folder/a.yml')).toBe('http://a/1');
  renameSync(fileOf('folder/b.yml'), fileOf('folder/a.yml'));
  expect(await urlOf('folder/a.yml')).toBe('http://b/1');
  expect(await urlOf('folder/b.yml')).toBeUndefined();
});

test('a file that changed a moment ago is read again, because a second change may not change its times', async () => {
  const changedAt = Math.floor(statSync(fileOf('folder/a.yml')).ctimeMs);
  parsed = createParsedFiles({ now: () => changedAt + 1 });
  const before = await load();
  expect((await load()).get('folder/a.yml')).not.toBe(before.get('folder/a.yml'));
});

test('a link counts as changed when its target changes', async () => {
  symlinkSync('folder/a.yml', fileOf('link.yml'));
  expect(await urlOf('link.yml')).toBe('http://a/1');
  rmSync(fileOf('link.yml'));
  symlinkSync('folder/b.yml', fileOf('link.yml'));
  expect(await urlOf('link.yml')).toBe('http://b/1');
});

test('the files of folders and environments are read again when they change; a damaged one is reported each time', async () => {
  mkdirSync(fileOf('environments'));
  writeFileSync(fileOf('environments/one.yml'), 'name: One\n');
  writeFileSync(fileOf('broken.yml'), 'http:\n  url: [\n');
  const first = await loadCollection(root, { parsed });
  writeFileSync(fileOf('folder/folder.yml'), 'info:\n  name: after!\n');
  writeFileSync(fileOf('environments/one.yml'), 'name: Two\n');
  const second = await loadCollection(root, { parsed });
  const namesOf = ({ items, environments }: typeof first) => [items[0]?.name, environments[0]?.name];
  expect([namesOf(first), namesOf(second)]).toEqual([
    ['before', 'One'],
    ['after!', 'Two'],
  ]);
  expect(second.problems).toEqual([expect.stringMatching(/^broken\.yml, line/)]);
});

test('one request or folder is loaded with what it inherits from; the other files stay cached', async () => {
  const before = await load();
  const partOf = async (only: string) => {
    const { requests, items } = await loadCollection(root, { parsed, only });
    return { items: items.map(({ id }) => id), levels: requests.map(({ defaults }) => defaults.length) };
  };
  expect(await partOf('folder/a.yml')).toEqual({ items: ['folder', 'folder/a.yml'], levels: [2] });
  expect(await partOf('folder')).toEqual({ items: ['folder', 'folder/a.yml', 'folder/b.yml'], levels: [2, 2] });
  expect(await partOf('')).toEqual({ items: [], levels: [] });
  expect(await partOf('folder/gone.yml')).toEqual({ items: ['folder'], levels: [] });
  expect((await load()).get('folder/b.yml')).toBe(before.get('folder/b.yml'));
});

test('files beyond the limit are parsed at each load; a deleted file frees its part', async () => {
  const size = statSync(fileOf('folder/a.yml')).size;
  const others = ['opencollection.yml', 'folder/folder.yml'].reduce((sum, id) => sum + statSync(fileOf(id)).size, 0);
  parsed = createParsedFiles({ maxBytes: others + size, now: later });
  const isStored = async () => {
    const [before, after] = [await load(), await load()];
    return [...after].map(([id, request]) => before.get(id) === request);
  };
  expect((await isStored()).sort()).toEqual([false, true]);
  rmSync(fileOf('folder/a.yml'));
  await load();
  expect(await isStored()).toEqual([true]);
});

test('a damaged file is not read again until it has changed', async () => {
  let checks = 0;
  const read = (check: () => string) => {
    const files = parsed.beginLoad();
    const reader = openCollectionReader(root, { limits: collectionLimits, files, problems: [] });
    const stats = statSync(fileOf('folder/a.yml'), { bigint: true });
    return readParsed(reader, { id: 'folder/a.yml', stats, check });
  };
  const damaged = () => {
    checks += 1;
    throw new Error('The file is damaged.');
  };
  await expect(read(damaged)).rejects.toThrow('damaged');
  await expect(read(damaged)).rejects.toThrow('damaged');
  expect(checks).toBe(1);
  writeFileSync(fileOf('folder/a.yml'), request('http://mended'));
  expect(await read(() => 'mended')).toBe('mended');
});
