/** A folder that is replaced by a link between the check of a path and its use gives no file outside of the workspace. */
import { closeSync, mkdirSync, openSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openGuardedFolder, readTextFile } from '../../collection/files/guarded-folder.ts';
import { createBodyFilePolicy, openBodyFile } from '../../http/body/body-files.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { requireOpened } from './opened-path.ts';
import { resolveInside } from './paths.ts';
import { readRegularFile } from './read-regular-file.ts';

let root: string;
let outside: string;
beforeEach(() => {
  [root, outside] = [temporaryFolder('swapped'), temporaryFolder('outside')];
  mkdirSync(path.join(root, 'd'));
  writeFileSync(path.join(root, 'd/a.txt'), 'inside');
  writeFileSync(path.join(outside, 'a.txt'), 'outside');
});
/** What another program does between the check and the use. */
function swap(): void {
  renameSync(path.join(root, 'd'), path.join(root, 'd-before'));
  symlinkSync(outside, path.join(root, 'd'));
}
const refused = { code: 'OutsideWorkspace', message: expect.stringContaining('replaced by a link') as string };

describe.each(process.platform === 'linux' ? ['linux', 'darwin'] : [process.platform])('on %s', (platform) => {
  beforeEach(() => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
    return () => vi.restoreAllMocks();
  });
  test('files of the collection', () => {
    const options = { name: 'd/a.txt', maxBytes: 100, isChecked: true };
    const real = openGuardedFolder(root).targetOf('d/a.txt');
    expect(readTextFile(real, options)).toBe('inside');
    swap();
    expect(() => readTextFile(real, options)).toThrow(expect.objectContaining(refused) as Error);
  });
  test('scripts and modules', async () => {
    const real = resolveInside(root, 'd/a.txt');
    expect((await readRegularFile(real, 100, { isChecked: true })).toString()).toBe('inside');
    swap();
    await expect(readRegularFile(real, 100, { isChecked: true })).rejects.toMatchObject(refused);
  });
  test('files that requests send', async () => {
    const policy = createBodyFilePolicy({ root, forbidden: [] });
    const before = await openBodyFile('d/a.txt', policy);
    await before.close();
    const swapping = (file: string) => {
      const real = policy(file);
      swap();
      return real;
    };
    await expect(openBodyFile('d/a.txt', swapping)).rejects.toMatchObject(refused);
  });
});

test('a file that an editor replaces while it is opened is the one that was checked', () => {
  const real = resolveInside(root, 'd/a.txt');
  const descriptor = openSync(real, 'r');
  writeFileSync(path.join(root, 'd/next'), 'new');
  renameSync(path.join(root, 'd/next'), real);
  if (process.platform === 'linux') requireOpened(descriptor, real);
  closeSync(descriptor);
});
