import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execaSync } from 'execa';
import { expect, test } from 'vitest';
import { checkWorkingDirectory } from './working-directory.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const folder = temporaryFolder('cwd');

test('a folder that does not exist, and a file, have different errors', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  await expect(checkWorkingDirectory(path.join(folder, 'none'))).rejects.toThrow('none does not exist.');
  await expect(checkWorkingDirectory(path.join(folder, 'file'))).rejects.toThrow('file is a file, not a folder.');
  await expect(checkWorkingDirectory(path.join(folder, 'file/sub'))).rejects.toThrow('does not exist.');
  await expect(checkWorkingDirectory(folder)).resolves.toBeUndefined();
});

test.runIf(process.platform !== 'win32')('a folder that this user may not enter is reported', () => {
  const closed = path.join(folder, 'closed');
  mkdirSync(path.join(closed, 'inner'), { recursive: true });
  chmodSync(closed, 0o600);
  // Root may enter every folder, so the check runs as another user, on a copy that this user can read.
  const copy = temporaryFolder('copy');
  const here = path.join(copy, 'core/programs/call/locate');
  mkdirSync(here, { recursive: true });
  copyFileSync(path.join(import.meta.dirname, 'working-directory.ts'), path.join(here, 'working-directory.ts'));
  cpSync(path.join(import.meta.dirname, '../../../../contract'), path.join(copy, 'contract'), { recursive: true });
  for (const each of [copy, folder]) chmodSync(each, 0o755);
  const code = `import(${JSON.stringify(path.join(here, 'working-directory.ts'))}).then(async ({ checkWorkingDirectory }) => {
    for (const cwd of process.argv.slice(1)) await checkWorkingDirectory(cwd).catch((e) => console.log(e.code, e.message));
  });`;
  const options = {
    cwd: '/',
    ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
  };
  const { stdout, stderr } = execaSync(process.execPath, ['-e', code, closed, path.join(closed, 'inner')], options);
  expect(stdout.split('\n'), stderr).toEqual([
    `WorkingDirectoryNotFound The working directory ${closed} may not be entered by this user.`,
    `WorkingDirectoryNotFound The working directory ${closed}/inner may not be entered by this user.`,
  ]);
});
