/** From the path in a call to a file that may be run: inside the External Programs Directory, links followed. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../../contract/errors.ts';

export interface LocatedProgram {
  /** Real path of the External Programs Directory. */
  directory: string;
  /** Real path of the file: this one is run, whatever the given path points to later. */
  file: string;
}

/**
 * @param filePath relative to the directory, or absolute inside it (external-programs-decisions, "The directory")
 * @throws ProgramsDirectoryNotFound, OutsideProgramsDirectory, ProgramNotFound, InvalidCall
 */
export async function locateProgram(directory: string, filePath: string): Promise<LocatedProgram> {
  if (filePath.includes('\0')) throw codedError('InvalidCall', 'The path of the program contains a NUL character.');
  // Asked for side by side: each is a wait for the disk, and most calls are of a file that is where it should be.
  const [root, real] = await Promise.all([
    realpath(directory).catch(() => undefined),
    realpath(path.resolve(directory, filePath)).catch((error: unknown) => error as NodeJS.ErrnoException),
  ]);
  if (root === undefined) {
    throw codedError('ProgramsDirectoryNotFound', `The External Programs Directory ${directory} does not exist.`);
  }
  const asked = path.resolve(root, filePath);
  const outside = () =>
    codedError(
      'OutsideProgramsDirectory',
      `${filePath} is outside the External Programs Directory ${directory}, so it is not run.`,
    );
  // An absolute path may name the directory through a link: both spellings of the directory are inside it.
  if (!isInside(root, asked) && !isInside(path.resolve(directory), asked)) throw outside();
  if (typeof real !== 'string') {
    if (real.code === 'EACCES') {
      const advice = 'Check the permissions of the file and its folders.';
      throw codedError('ProgramNotFound', `${asked} cannot be read.`, advice);
    }
    throw codedError('ProgramNotFound', `There is no program ${filePath} in ${directory}.`);
  }
  if (!isInside(root, real)) throw outside();
  if (!(await stat(real)).isFile()) throw codedError('ProgramNotFound', `${filePath} is not a file.`);
  return { directory: root, file: real };
}

/** Whether `file` is strictly below `directory`; both absolute and without `..`. */
export function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
