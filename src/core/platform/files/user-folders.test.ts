import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, configFolder, dataFolder } from './user-folders.ts';

test('OUTRIGGER_CONFIG_DIR sets one folder for everything', async () => {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'outrigger-folders-')), 'portable');
  const env = { OUTRIGGER_CONFIG_DIR: folder };
  expect([configFolder(env), dataFolder(env), cacheFolder(env)]).toEqual([
    folder,
    path.join(folder, 'data'),
    path.join(folder, 'cache'),
  ]);
});

test.skipIf(process.platform === 'win32')('the folders are created for this user only', async () => {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'outrigger-folders-')), 'portable');
  const env = { OUTRIGGER_CONFIG_DIR: folder };
  for (const created of [dataFolder(env), cacheFolder(env), configFolder(env)]) {
    expect(((await stat(created)).mode & 0o777).toString(8), created).toBe('700');
  }
});

test('a folder that cannot be created does not stop a command that writes nothing', async () => {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'outrigger-folders-')), 'file');
  await writeFile(folder, '');
  expect(dataFolder({ OUTRIGGER_CONFIG_DIR: folder })).toBe(path.join(folder, 'data'));
});
