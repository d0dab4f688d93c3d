/** Files that the command line names: pipes of a shell, devices, and files that are too large. */
import { execFileSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';
import { readInputFile } from './read-input-file.ts';

const folder = temporaryFolder('input-file');
const MIB = 1024 * 1024;
const pipeNamed = (name: string) => {
  const pipe = path.join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return pipe;
};

test('the text of a file, and errors that name it', async () => {
  const file = path.join(folder, 'vars');
  writeFileSync(file, `ä=1\n${'x'.repeat(MIB - 5)}`);
  expect(await readInputFile(file, 'data file', MIB)).toHaveLength(MIB - 1);
  await expect(readInputFile(file, 'data file', MIB - 1)).rejects.toMatchObject({ code: 'FileTooLarge' });
  await expect(readInputFile(folder, 'data file')).rejects.toThrow(/The data file .* cannot be read: EISDIR/);
  await expect(readInputFile(`${file}.none`, 'data file')).rejects.toMatchObject({ code: 'FileNotFound' });
});

test.runIf(process.platform !== 'win32')('a device that never ends is read up to the limit', async () => {
  await expect(readInputFile('/dev/zero', 'token', MIB)).rejects.toMatchObject({ code: 'FileTooLarge' });
  expect(await readInputFile('/dev/null', 'token')).toBe('');
});

test.runIf(process.platform !== 'win32')('a pipe is read to its end, up to the limit', async () => {
  const pipe = pipeNamed('pipe');
  const reading = readInputFile(pipe, 'token');
  createWriteStream(pipe).end('key=value\n');
  expect(await reading).toBe('key=value\n');
  const tooMuch = readInputFile(pipe, 'token', MIB);
  const writer = createWriteStream(pipe).on('error', () => undefined);
  writer.write(Buffer.alloc(3 * MIB));
  await expect(tooMuch).rejects.toMatchObject({ code: 'FileTooLarge' });
  writer.destroy();
});

test.runIf(process.platform !== 'win32')('a command that waits for a pipe ends when it is asked to', async () => {
  const module = JSON.stringify(path.join(import.meta.dirname, 'read-input-file.ts'));
  const code = `import { readInputFile } from ${module};
    const reading = readInputFile(process.argv[1], 'token');
    process.stdout.write('waits');
    await reading.catch((error) => process.stdout.write(error.code));`;
  const waiting = execa(process.execPath, ['--input-type=module', '-e', code, pipeNamed('silent')]);
  waiting.stdout.once('data', () => waiting.kill('SIGINT'));
  expect((await waiting).stdout).toBe('waitsCancelled');
});

test.each([
  ['little', Buffer.from('\ufeff{"a":"ä"}', 'utf16le')],
  ['big', Buffer.from('\ufeff{"a":"ä"}', 'utf16le').swap16()],
])('a file in UTF-16, %s-endian, as programs of Windows write it', async (_, bytes) => {
  const file = path.join(temporaryFolder('utf16'), 'environment.json');
  writeFileSync(file, bytes);
  expect(await readInputFile(file, 'environment')).toBe('{"a":"ä"}');
});
