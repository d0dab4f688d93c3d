import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findExecutable } from './find-executable.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const before = process.cwd();
const ending = process.platform === 'win32' ? '.EXE' : '';
let workspace: string;
let tools: string;

function plant(folder: string, name: string): string {
  const file = path.join(folder, name + ending);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

beforeEach(() => {
  workspace = path.join(temporaryFolder('cloned'), 'workspace');
  mkdirSync(workspace);
  tools = temporaryFolder('tools');
  process.chdir(workspace);
});
afterEach(() => process.chdir(before));

test('a program in an absolute directory of PATH is found by its absolute path', async () => {
  const file = plant(tools, 'python');
  expect(await findExecutable('python', { PATH: tools })).toBe(file);
});

test.each(['', '.', './', 'bin', '..'])(
  'the PATH entry "%s" is skipped, because a cloned folder could provide the program',
  async (entry) => {
    mkdirSync('bin');
    for (const folder of ['.', 'bin', '..']) plant(path.join(workspace, folder), 'python-planted');
    expect(await findExecutable('python-planted', { PATH: entry })).toBeUndefined();
    const file = plant(tools, 'python-planted');
    expect(await findExecutable('python-planted', { PATH: [entry, tools].join(path.delimiter) })).toBe(file);
  },
);

test('a name with a slash, a folder, and a file that is not executable are not found as programs', async () => {
  plant(workspace, 'planted');
  const relative = path.join('..', path.basename(workspace), 'planted');
  expect(await findExecutable(relative, { PATH: tools })).toBeUndefined();
  mkdirSync(path.join(tools, `folder${ending}`));
  expect(await findExecutable('folder', { PATH: tools })).toBeUndefined();
  expect(await findExecutable('', { PATH: tools })).toBeUndefined();
  if (process.platform === 'win32') return;
  writeFileSync(path.join(tools, 'text'), '', { mode: 0o644 });
  expect(await findExecutable('text', { PATH: tools })).toBeUndefined();
});
