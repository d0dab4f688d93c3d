import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openTrustStore, type TrustEntry } from './trust-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let file: string;
const open = () => openTrustStore(file, () => undefined);
const trusted = (name: string): TrustEntry => ({ scope: 'file', file: `/p/${name}`, variant: '' });
const subject = { directory: '/p', file: '/p/a.py', sha256: 'x', variant: '' };

beforeEach(() => {
  file = path.join(temporaryFolder('trust'), 'trusted-programs.json');
});

test('permissions that are added concurrently are all stored', async () => {
  const [first, second] = [await open(), await open()];
  const names = Array.from({ length: 12 }, (_, index) => `${index}.py`);
  await Promise.all(names.map((name, index) => (index % 2 ? first : second).add(trusted(name))));
  expect((await (await open()).list()).map((entry) => entry.path).sort()).toEqual(
    names.map((name) => `/p/${name}`).sort(),
  );
});

test('the same permission added twice is stored once', async () => {
  const store = await open();
  await Promise.all([store.add(trusted('a.py')), store.add({ variant: '', file: '/p/a.py', scope: 'file' })]);
  expect(await store.list()).toEqual([
    { id: expect.any(String) as string, scope: 'file', path: '/p/a.py', variant: '', changed: false },
  ]);
});

test('a permission that another window takes back is no longer valid', async () => {
  const [first, second] = [await open(), await open()];
  await first.add(trusted('a.py'));
  expect(await second.covers(subject)).toBe(true);
  const [entry] = await second.list();
  await second.remove(entry?.id ?? '');
  await second.remove('unknown');
  expect(await first.covers(subject)).toBe(false);
});

test('content covers one content, a file any content, a directory all; another variant is never covered', async () => {
  const store = await open();
  await store.add({ scope: 'content', file: '/p/a.py', sha256: 'x', variant: '' });
  expect(await store.covers(subject)).toBe(true);
  expect(await store.covers({ ...subject, sha256: 'y' })).toBe(false);
  await store.add(trusted('a.py'));
  expect(await store.covers({ ...subject, sha256: 'y' })).toBe(true);
  expect(await store.covers({ ...subject, file: '/p/b.py' })).toBe(false);
  await store.add({ scope: 'directory', directory: '/p', variant: '' });
  expect(await store.covers({ ...subject, file: '/p/b.py' })).toBe(true);
  expect(await store.covers({ ...subject, variant: '["python3"]' })).toBe(false);
});

test('debugging is allowed for one folder, separately from programs, until it is taken back', async () => {
  const store = await open();
  await store.add(trusted('a.py'));
  await store.setDebugging('/work/shop', true);
  const second = await open();
  expect(await second.allowsDebugging('/work/shop')).toBe(true);
  expect(await second.allowsDebugging('/work')).toBe(false);
  expect(await second.allowsDebugging('constructor')).toBe(false);
  const [entry] = await second.list();
  await second.remove(entry?.id ?? '');
  expect(await store.allowsDebugging('/work/shop')).toBe(true);
  await second.setDebugging('/work/shop', false);
  expect(await store.allowsDebugging('/work/shop')).toBe(false);
});
