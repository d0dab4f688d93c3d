import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { codedError } from '../../../../contract/errors.ts';

/** @throws WorkingDirectoryNotFound when a program could not be started in the folder */
export async function checkWorkingDirectory(cwd: string): Promise<void> {
  const refused = (reason: string, advice?: string) =>
    codedError('WorkingDirectoryNotFound', `The working directory ${cwd} ${reason}.`, advice);
  const permissions = 'Check the permissions of the folder and of those above it.';
  try {
    if (!(await stat(cwd)).isDirectory()) throw refused('is a file, not a folder');
    await access(cwd, constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refused('does not exist');
    if (code === 'EACCES' || code === 'EPERM') throw refused('may not be entered by this user', permissions);
    if (code === 'WorkingDirectoryNotFound') throw error;
    throw refused(`cannot be used: ${(error as Error).message}`);
  }
}
