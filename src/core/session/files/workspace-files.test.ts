import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { filesBelow, requireFolder, workspaceFiles, type WorkspaceFiles } from './workspace-files.ts';

let root: string;
let workspace: WorkspaceFiles;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'outrigger-workspace-')));
  mkdirSync(path.join(root, 'scripts/more'), { recursive: true });
  writeFileSync(path.join(root, 'scripts/a.js'), 'one');
  writeFileSync(path.join(root, 'scripts/more/b.js'), 'two');
  writeFileSync(path.join(root, 'scripts/notes.txt'), '');
  workspace = workspaceFiles(root);
});

test('scripts are listed in the order of their names, with numbers by their value', async () => {
  for (const number of [1, 10, 2]) writeFileSync(path.join(root, `scripts/step ${number}.js`), '');
  const { scripts } = await workspace.describe(path.join(root, 'programs'));
  const names = ['a.js', 'more/b.js', 'step 1.js', 'step 2.js', 'step 10.js'];
  expect(scripts.map((script) => script.path)).toEqual(names.map((name) => `scripts/${name}`));
});

test('scripts and programs are listed, other files are not', async () => {
  mkdirSync(path.join(root, 'scripts/packages/@scope'), { recursive: true });
  for (const file of ['ms@2.1.3.js', '@scope/name@1.0.0.js'])
    writeFileSync(path.join(root, 'scripts/packages', file), '');
  mkdirSync(path.join(root, 'programs/tools'), { recursive: true });
  for (const file of ['sign.py', 'tools/a.sh', 'README.md']) writeFileSync(path.join(root, 'programs', file), '');
  expect(await workspace.describe(path.join(root, 'programs'))).toMatchObject({
    name: path.basename(root),
    scripts: [{ path: 'scripts/a.js', size: 3 }, { path: 'scripts/more/b.js' }],
    programs: {
      exists: true,
      files: [
        { path: 'sign.py', language: 'Python' },
        { path: 'tools/a.sh', language: 'Shell' },
      ],
    },
  });
});

test('of a folder with very many folders, so many are searched', async () => {
  for (const name of ['a', 'b', 'c']) mkdirSync(path.join(root, name));
  writeFileSync(path.join(root, 'a/file'), '');
  writeFileSync(path.join(root, 'c/file'), '');
  expect(await filesBelow(root, 3)).toEqual(['a/file']);
});

test('an empty folder is an empty workspace', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-empty-'));
  expect(await workspaceFiles(folder).describe(path.join(folder, 'programs'))).toMatchObject({
    scripts: [],
    programs: { exists: false, files: [] },
  });
});

test('a folder that is gone is not an empty workspace', async () => {
  const programs = path.join(root, 'programs');
  expect(await workspace.describe(programs)).not.toHaveProperty('isMissing');
  rmSync(root, { recursive: true });
  expect(await workspace.describe(programs)).toMatchObject({ isMissing: true, scripts: [] });
});

test('a script is read, written and read again', async () => {
  const { content, version } = await workspace.readScript('scripts/a.js');
  expect(content).toBe('one');
  const written = await workspace.writeScript('scripts/a.js', 'new ü', version);
  expect(readFileSync(path.join(root, 'scripts/a.js'), 'utf8')).toBe('new ü');
  expect((await workspace.readScript('scripts/a.js')).version).toBe(written.version);
});

test('of two pages that save a script at the same time one is refused', async () => {
  writeFileSync(path.join(root, 'scripts/a.js'), '\uFEFFbefore');
  const { version } = await workspace.readScript('scripts/a.js');
  const saves = await Promise.allSettled(
    ['1', '2'].map((text) => workspace.writeScript('scripts/a.js', text, version)),
  );
  expect(saves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(readFileSync(path.join(root, 'scripts/a.js'), 'utf8')).toBe('1');
});

test('a script that another program has changed is not overwritten without a question', async () => {
  const { version } = await workspace.readScript('scripts/a.js');
  writeFileSync(path.join(root, 'scripts/a.js'), 'theirs');
  const save = workspace.writeScript('scripts/a.js', 'mine', version);
  await expect(save).rejects.toMatchObject({ code: 'FileChangedOnDisk' });
  expect(readFileSync(path.join(root, 'scripts/a.js'), 'utf8')).toBe('theirs');
  await workspace.writeScript('scripts/a.js', 'mine');
  expect(readFileSync(path.join(root, 'scripts/a.js'), 'utf8')).toBe('mine');
});

test.each(['../x.js', '/etc/hosts', 'scripts/../../x.js', '.'])('%s is outside of the workspace', async (file) => {
  await expect(workspace.readScript(file)).rejects.toMatchObject({ code: 'OutsideWorkspace' });
  await expect(workspace.writeScript(file, 'x')).rejects.toMatchObject({ code: 'OutsideWorkspace' });
});

test('a link that leads outside is outside of the workspace', async () => {
  symlinkSync('/etc/hosts', path.join(root, 'scripts/link.js'));
  await expect(workspace.readScript('scripts/link.js')).rejects.toMatchObject({ code: 'OutsideWorkspace' });
});

test('a missing file, a folder, a binary file and a too large one have different errors', async () => {
  await expect(workspace.readScript('scripts/none.js')).rejects.toMatchObject({ code: 'FileNotFound' });
  await expect(workspace.readScript('scripts/more')).rejects.toMatchObject({ code: 'FileUnreadable' });
  writeFileSync(path.join(root, 'scripts/bytes.js'), Buffer.from([0xff, 0xfe, 0x00]));
  await expect(workspace.readScript('scripts/bytes.js')).rejects.toMatchObject({ code: 'FileUnreadable' });
  writeFileSync(path.join(root, 'scripts/huge.js'), Buffer.alloc(6 * 1024 * 1024, 32));
  await expect(workspace.readScript('scripts/huge.js')).rejects.toMatchObject({
    code: 'FileTooLarge',
    message: expect.stringContaining('6.0 MB') as string,
  });
});

test('a path that is not a folder is refused with what it is', async () => {
  await expect(requireFolder(path.join(root, 'none'))).rejects.toMatchObject({ code: 'NotAFolder' });
  await expect(requireFolder(path.join(root, 'scripts/a.js'))).rejects.toMatchObject({
    code: 'NotAFolder',
    message: expect.stringContaining('is a file') as string,
  });
});

// The superuser may read and write everything.
test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a file without permission is reported',
  async () => {
    chmodSync(path.join(root, 'scripts/a.js'), 0);
    await expect(workspace.readScript('scripts/a.js')).rejects.toMatchObject({ code: 'FileUnreadable' });
    chmodSync(path.join(root, 'scripts/more'), 0o500);
    await expect(workspace.writeScript('scripts/more/c.js', 'x')).rejects.toMatchObject({ code: 'WriteFailed' });
  },
);

test.skipIf(process.platform === 'win32')('a pipe in place of a script is refused at once', async () => {
  execFileSync('mkfifo', [path.join(root, 'scripts/pipe.js')]);
  await expect(workspace.readScript('scripts/pipe.js')).rejects.toMatchObject({ code: 'FileUnreadable' });
});
