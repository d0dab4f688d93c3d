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
    writeFileSync(path.join(folder, `${index}/inner/file`), 'x'.repeat(FILE_BYTES));
  }
  return folder;
}

const FILE_BYTES = 5000;
/** Of a folder. */
const ENTRY_BYTES = 1024;
const ALL_BYTES = FOLDERS * (FILE_BYTES + 2 * ENTRY_BYTES);

test('the size of all files below a folder, counted until it exceeds the limit', async () => {
  const folder = filledFolder();
  expect(await folderSize(folder, 10_000_000)).toBe(ALL_BYTES);
  expect(await folderSize(folder, 5000)).toBe(5 * ENTRY_BYTES);
  expect(await folderSize(path.join(folder, 'missing'), 1)).toBe(0);
});

// npm moves and removes folders while it installs a package.
test('folders that vanish while they are counted are ignored', async () => {
  const folder = filledFolder();
  const names = Array.from({ length: FOLDERS }, (_, index) => String(FOLDERS - 1 - index));
  const removing = Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true })));
  expect(await folderSize(folder, 10_000_000)).toBeLessThanOrEqual(ALL_BYTES);
  await removing;
});

test('empty files and links count, because an archive may have millions of them', async () => {
  const folder = temporaryFolder('empty');
  for (let index = 0; index < 10; index += 1) writeFileSync(path.join(folder, `${index}`), '');
  expect(await folderSize(folder, 1_000_000)).toBe(10 * ENTRY_BYTES);
});
