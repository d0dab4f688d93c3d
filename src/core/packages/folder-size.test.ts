import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { folderSize } from './folder-size.ts';

const FOLDERS = 200;
function filledFolder(): string {
  const folder = temporaryFolder('size');
  for (let index = 0; index < FOLDERS; index += 1) {
    mkdirSync(path.join(folder, `${index}/inner`), { recursive: true });
    writeFileSync(path.join(folder, `${index}/inner/file`), '12345');
  }
  return folder;
}

test('the size of all files below a folder, counted until it exceeds the limit', async () => {
  const folder = filledFolder();
  expect(await folderSize(folder, 1_000_000)).toBe(FOLDERS * 5);
  expect(await folderSize(folder, 12)).toBe(15);
  expect(await folderSize(path.join(folder, 'missing'), 1)).toBe(0);
});

// npm moves and removes folders while it installs a package.
test('folders that vanish while they are counted are ignored', async () => {
  const folder = filledFolder();
  const names = Array.from({ length: FOLDERS }, (_, index) => String(FOLDERS - 1 - index));
  const removing = Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true })));
  expect(await folderSize(folder, 1_000_000)).toBeLessThanOrEqual(FOLDERS * 5);
  await removing;
});
