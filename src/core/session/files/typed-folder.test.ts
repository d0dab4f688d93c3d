import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { typedFolder } from './typed-folder.ts';

test('~ is the home folder, and spaces around the path are ignored', async () => {
  const name = temporaryFolder('typed');
  vi.spyOn(os, 'homedir').mockReturnValue(name);
  mkdirSync(path.join(name, 'shop'));
  expect(await typedFolder(' ~/shop ', false)).toBe(path.join(name, 'shop'));
  expect(await typedFolder('~', false)).toBe(name);
  vi.restoreAllMocks();
});

test.each([true, false])('a relative path is refused, since nobody knows where it begins', async (create) => {
  for (const typed of ['not-absolute-folder', '~shop', './shop']) {
    await expect(typedFolder(typed, create)).rejects.toMatchObject({ code: 'InvalidParams' });
    expect(existsSync(typed)).toBe(false);
  }
});

test('a folder is created only when this is wanted; one that is missing is told from one that cannot be created', async () => {
  const root = temporaryFolder('typed');
  const folder = path.join(root, 'new', 'shop');
  await expect(typedFolder(folder, false)).rejects.toMatchObject({
    code: 'FileNotFound',
    message: `The folder ${folder} does not exist.`,
  });
  expect(existsSync(folder)).toBe(false);
  await typedFolder(folder, true);
  expect(existsSync(folder)).toBe(true);
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  await expect(typedFolder(path.join(file, 'a/b'), false)).rejects.toMatchObject({
    code: 'NotAFolder',
    message: `The folder ${path.join(file, 'a/b')} does not exist. It cannot be created: ${file} is a file.`,
  });
});

test('a folder that cannot be created is an error', async () => {
  const file = path.join(temporaryFolder('typed'), 'file');
  writeFileSync(file, '');
  for (const folder of [file, path.join(file, 'below')]) {
    await expect(typedFolder(folder, true)).rejects.toMatchObject({ code: 'WriteFailed' });
  }
});
