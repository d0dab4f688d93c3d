import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const isWindows = process.platform === 'win32';
const module = pathToFileURL(path.join(import.meta.dirname, 'write-atomically.ts')).href;
const folderWith = (files: Record<string, string>): string => {
  const folder = temporaryFolder('write-atomically');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
};

test.each([
  ['text', 'ä'.repeat(50_000)],
  ['bytes', Buffer.alloc(100_000, 1)],
])('a file has its new content, and nothing stays beside it: %s', async (_, content) => {
  const folder = folderWith({ 'a.yml': 'before' });
  await writeAtomically(path.join(folder, 'a.yml'), content);
  await writeAtomically(path.join(folder, 'new.yml'), content);
  expect(readFileSync(path.join(folder, 'a.yml'))).toEqual(Buffer.from(content));
  expect(readFileSync(path.join(folder, 'new.yml'))).toEqual(Buffer.from(content));
  expect(readdirSync(folder)).toEqual(['a.yml', 'new.yml']);
});

test.skipIf(isWindows)('a pipe is not replaced, as no device is', async () => {
  const pipe = path.join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(writeAtomically(pipe, 'text')).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test('an error is about the file, not about the temporary one; a long name is written as well', async () => {
  const folder = folderWith({});
  const missing = path.join(folder, 'none', 'a.yml');
  await expect(writeAtomically(missing, 'text')).rejects.toMatchObject({
    code: 'WriteFailed',
    message: `${missing} could not be written: its folder does not exist (ENOENT).`,
    remedy: 'Create the folder, or use another one.',
  });
  await expect(writeAtomically(path.join(folder, 'a'.repeat(300)), '', { name: 'My file' })).rejects.toMatchObject({
    message: 'My file could not be written: its name is too long for the file system (ENAMETOOLONG).',
  });
  await writeAtomically(path.join(folder, 'b'.repeat(255)), 'text');
  expect(readdirSync(folder)).toEqual(['b'.repeat(255)]);
});

// Beyond its limit for files, the system writes a part and is content, as where a disk becomes full.
test.skipIf(isWindows).each(["'ä'.repeat(50_000)", 'Buffer.alloc(100_000, 1)'])(
  'a file of which the system writes only a part stays as it was: %s',
  (content) => {
    const folder = folderWith({ 'a.yml': 'before' });
    const code = `import { writeAtomically } from '${module}'; await writeAtomically('a.yml', ${content});`;
    const command = `ulimit -f 64; exec "$0" --input-type=module -e "$1"`;
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, code], { cwd: folder });
    expect(stderr.toString()).toMatch(/a\.yml could not be written: .*\(EFBIG\)/);
    expect(status).toBe(1);
    expect(readFileSync(path.join(folder, 'a.yml'), 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['a.yml']);
  },
);

test('of several writes of one file the last one stays', async () => {
  const folder = folderWith({});
  const file = path.join(folder, 'a.yml');
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(100_000 - index * 5000));
  await Promise.all(texts.map((text) => writeAtomically(file, text)));
  expect(readFileSync(file, 'utf8')).toBe(texts.at(-1));
  expect(readdirSync(folder)).toEqual(['a.yml']);
});

test('of several writes that were made from the same content one is done, the others are refused', async () => {
  const folder = folderWith({ 'a.yml': '\uFEFFbefore' });
  const file = path.join(folder, 'a.yml');
  const writeAll = (name: string, former: string | null) =>
    Promise.allSettled(['1', '2', '3'].map((text) => writeAtomically(path.join(folder, name), text, { former })));
  const [first, ...others] = await writeAll('a.yml', 'before');
  expect(first?.status).toBe('fulfilled');
  const reason = expect.objectContaining({ code: 'FileChangedOnDisk' }) as unknown;
  expect(others).toEqual(others.map(() => ({ status: 'rejected', reason })));
  expect(readFileSync(file, 'utf8')).toBe('1');
  await writeAtomically(file, '1', { former: 'before' });
  expect((await writeAll('new.yml', null)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(writeAtomically(path.join(folder, 'gone.yml'), 'x', { former: 'y' })).rejects.toEqual(reason);
  expect(readdirSync(folder)).toEqual(['a.yml', 'new.yml']);
});

test.skipIf(isWindows)('permissions stay, unless they are passed, and a link is followed', async () => {
  const folder = folderWith({ 'run.sh': '', 'a.json': '' });
  chmodSync(path.join(folder, 'run.sh'), 0o775);
  symlinkSync('run.sh', path.join(folder, 'link'));
  const modeOf = (name: string) => statSync(path.join(folder, name)).mode & 0o777;
  await writeAtomically(path.join(folder, 'link'), 'after');
  await writeAtomically(path.join(folder, 'a.json'), '{}', { mode: 0o600 });
  expect(readFileSync(path.join(folder, 'run.sh'), 'utf8')).toBe('after');
  expect([modeOf('run.sh'), modeOf('a.json')]).toEqual([0o775, 0o600]);
  expect(readdirSync(folder)).toEqual(['a.json', 'link', 'run.sh']);
});

test('a write that fails rejects, leaves nothing, and does not stop the next one', async () => {
  const folder = folderWith({});
  const file = path.join(folder, 'a');
  const [first, second] = [writeAtomically(path.join(file, 'b'), 'x'), writeAtomically(file, 'y')];
  await expect(first).rejects.toMatchObject({ code: 'WriteFailed' });
  await second;
  await expect(writeAtomically(folder, 'z')).rejects.toThrow('it is a folder');
  expect(readdirSync(folder)).toEqual(['a']);
  expect(readdirSync(path.dirname(folder)).filter((name) => name.startsWith(`${path.basename(folder)}.`))).toEqual([]);
});

test('a process that exits leaves no temporary file', () => {
  const folder = folderWith({ 'a.yml': 'before' });
  const code = `import { writeAtomically } from '${module}';
    void writeAtomically('a.yml', 'x'.repeat(1e7)); await 0; process.exit(3);`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder });
  expect(status).toBe(3);
  expect(readdirSync(folder)).toEqual(['a.yml']);
});
