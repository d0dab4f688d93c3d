import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { typedFolder } from './typed-folder.ts';

test('~ is the home folder, and spaces around the path are ignored', async () => {
  expect(await typedFolder(' ~/shop ', false)).toBe(path.join(os.homedir(), 'shop'));
  expect(await typedFolder('~', false)).toBe(os.homedir());
  expect(await typedFolder('~shop', false)).toBe('~shop');
});

test('a folder is created only when this is wanted, and only at an absolute path', async () => {
  const folder = path.join(temporaryFolder('typed'), 'new', 'shop');
  await typedFolder(folder, false);
  expect(existsSync(folder)).toBe(false);
  await typedFolder(folder, true);
  expect(existsSync(folder)).toBe(true);
  await typedFolder('not-absolute-folder', true);
  expect(existsSync('not-absolute-folder')).toBe(false);
});

test('a folder that cannot be created is an error', async () => {
  const file = path.join(temporaryFolder('typed'), 'file');
  writeFileSync(file, '');
  for (const folder of [file, path.join(file, 'below')]) {
    await expect(typedFolder(folder, true)).rejects.toMatchObject({ code: 'WriteFailed' });
  }
});
