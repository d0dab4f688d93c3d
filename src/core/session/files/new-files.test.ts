import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { languages } from '../../programs/languages/languages.ts';
import { createProgram, createScript, writeNew } from './new-files.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let root: string;
let directory: string;
beforeEach(() => {
  root = temporaryFolder('new-files');
  directory = path.join(root, 'programs');
});
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('a script is created in the folder of scripts, which need not exist', async () => {
  expect(await createScript(root, 'orders/sign')).toEqual({ path: 'scripts/orders/sign.js' });
  expect(read('scripts/orders/sign.js')).toContain('pm.test(');
  expect(await createScript(root, ' with extension.js ')).toEqual({ path: 'scripts/with extension.js' });
});

test('an existing file is never overwritten', async () => {
  mkdirSync(path.join(root, 'scripts'));
  writeFileSync(path.join(root, 'scripts/a.js'), 'mine');
  await expect(createScript(root, 'a')).rejects.toMatchObject({
    code: 'WriteFailed',
    message: 'scripts/a.js exists already.',
  });
  expect(read('scripts/a.js')).toBe('mine');
  mkdirSync(path.join(directory, 'crate'), { recursive: true });
  writeFileSync(path.join(directory, 'crate/Cargo.toml'), 'mine');
  const rust = createProgram({ root, directory, name: 'crate', extension: '.rs' });
  await expect(rust).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(existsSync(path.join(directory, 'crate/src'))).toBe(false);
});

test('when one of several files cannot be written, none is left, and all others stay', async () => {
  writeFileSync(path.join(root, 'mine'), 'mine');
  const files = [
    { path: 'crate/a', text: 'a' },
    { path: 'crate/a/b', text: 'b' },
  ] as const;
  await expect(writeNew(root, [...files])).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(existsSync(path.join(root, 'crate/a'))).toBe(false);
  expect(read('mine')).toBe('mine');
  // The same name can be used again.
  await writeNew(root, [files[0]]);
  expect(read('crate/a')).toBe('a');
});

test.each([
  '',
  '.js',
  '..',
  '../x',
  'a/../../x',
  '/etc/x',
  'a\\b',
  'a:b',
  'con',
  'a/',
  '.hidden',
  'x\0y',
  'a'.repeat(300),
])('the name %j is refused, and nothing is written', async (name) => {
  await expect(createScript(root, name)).rejects.toMatchObject({ code: 'InvalidParams' });
  const program = createProgram({ root, directory, name, extension: '.js' });
  await expect(program).rejects.toMatchObject({ code: 'InvalidParams' });
  expect([existsSync(path.join(root, 'scripts')), existsSync(directory)]).toEqual([false, false]);
});

test('a link that leads outside of the workspace is not followed', async () => {
  const otherFolder = temporaryFolder('elsewhere');
  symlinkSync(otherFolder, path.join(root, 'scripts'));
  await expect(createScript(root, 'a')).rejects.toMatchObject({ code: 'OutsideWorkspace' });
  expect(existsSync(path.join(otherFolder, 'a.js'))).toBe(false);
});

test.each(
  languages
    .filter(({ extension }) => !['.jar', '.rs'].includes(extension))
    .map((language) => [language.name, language] as const),
)('a program in %s starts with the template of its language', async (_name, { extension, template }) => {
  const created = await createProgram({ root, directory, name: 'tools/greet', extension });
  expect(created).toEqual({ path: `tools/greet${extension}`, source: `programs/tools/greet${extension}` });
  expect(read(`programs/tools/greet${extension}`)).toBe(template);
});

test('a program in Rust is a project of cargo', async () => {
  const created = await createProgram({ root, directory, name: 'my greet', extension: '.rs' });
  expect(created).toEqual({ path: 'my greet/src/main.rs', source: 'programs/my greet/src/main.rs' });
  expect(read('programs/my greet/Cargo.toml')).toContain('name = "my-greet"');
});

test.each([
  ['2fa', 'program-2fa'],

  ['größe', 'gr--e'],
  ['世界', 'program---'],
  ['build', 'program-build'],
])('the project of %s has a name that cargo accepts: %s', async (name, expected) => {
  await createProgram({ root, directory, name, extension: '.rs' });
  expect(read(`programs/${name}/Cargo.toml`)).toContain(`name = "${expected}"`);
});

test('a jar is built, not edited', async () => {
  const jar = createProgram({ root, directory, name: 'a', extension: '.jar' });
  await expect(jar).rejects.toMatchObject({ code: 'UnsupportedExtension' });
});

test('a program outside of the workspace has no source to open there', async () => {
  const otherFolder = temporaryFolder('elsewhere');
  const created = await createProgram({ root, directory: otherFolder, name: 'a', extension: '.sh' });
  expect(created).toEqual({ path: 'a.sh', source: null });
});
