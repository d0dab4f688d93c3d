import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createPrivateTemporaryFolder, removeAbandonedFolders } from './private-temporary-folder.ts';

/** The process id of a process that has ended. */
const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid;
/** Renames the folder as if that process had created it. */
const asOf = (pid: number, folder: string) => folder.replace(`-${process.pid}.`, `-${pid}.`);

test.each([
  ['the folder for temporary files', undefined],
  ['another folder', temporaryFolder('parent')],
])('the folder of an ended process in %s is removed, but not the target of a link in it', async (_title, parent) => {
  const other = temporaryFolder('kept');
  writeFileSync(path.join(other, 'file'), '');
  const created = createPrivateTemporaryFolder('run', parent);
  const abandoned = asOf(endedPid(), created);
  renameSync(created, abandoned);
  symlinkSync(other, path.join(abandoned, 'link'));
  await removeAbandonedFolders(parent);
  expect([existsSync(abandoned), existsSync(path.join(other, 'file'))]).toEqual([false, true]);
});

// Whoever owns a folder can replace what is in it by links while it is being removed.
test.skipIf(process.getuid?.() !== 0)('the folder of another user stays', async () => {
  const created = createPrivateTemporaryFolder('run');
  const foreign = asOf(endedPid(), created);
  renameSync(created, foreign);
  chownSync(foreign, 12_345, 12_345);
  await removeAbandonedFolders();
  expect(existsSync(foreign)).toBe(true);
  rmSync(foreign, { recursive: true });
});

test('the folders of a running process, of another process namespace, and of another program stay', async () => {
  const current = createPrivateTemporaryFolder('run');
  const pid = endedPid();
  const foreign = asOf(pid, current).replace(/\.\d+-/, '.1-');
  const others = path.join(path.dirname(current), `outrigger-run-${pid}`);
  for (const folder of [foreign, others]) mkdirSync(folder);
  await removeAbandonedFolders();
  expect([current, foreign, others].map((folder) => existsSync(folder))).toEqual([true, true, true]);
  expect(statSync(current).mode & 0o077).toBe(0);
  for (const folder of [current, foreign, others]) rmSync(folder, { recursive: true });
});
