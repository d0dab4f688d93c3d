/** Reading a file in a stranger's folder, where anything may be in its place. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readRegularFile } from './read-regular-file.ts';

const inFolder = (name: string) => path.join(temporaryFolder('regular'), name);

test('a file is read up to its limit, and refused beyond it without being read', async () => {
  const file = inFolder('a');
  writeFileSync(file, 'four');
  expect(String(await readRegularFile(file, 4))).toBe('four');
  truncateSync(file, 50_000_000_000);
  await expect(readRegularFile(file, 4)).rejects.toMatchObject({ code: 'FileTooLarge' });
});

test.runIf(process.platform === 'linux')(
  'a file that says that it is empty is read, and refused as soon as its limit is passed',
  async () => {
    expect(String(await readRegularFile('/proc/self/status', 100_000))).toContain('Pid:');
    await expect(readRegularFile('/proc/self/status', 4)).rejects.toMatchObject({ code: 'FileTooLarge' });
  },
);

test.skipIf(process.platform === 'win32')(
  'a pipe is refused at once, because nobody may ever write to it',
  async () => {
    const file = inFolder('pipe');
    execFileSync('mkfifo', [file]);
    await expect(readRegularFile(file, 100)).rejects.toMatchObject({ code: 'FileUnreadable' });
  },
);

test('a folder and a missing file keep their system error codes', async () => {
  const folder = inFolder('folder');
  mkdirSync(folder);
  await expect(readRegularFile(folder, 100)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(readRegularFile(inFolder('none'), 100)).rejects.toMatchObject({ code: 'ENOENT' });
});
