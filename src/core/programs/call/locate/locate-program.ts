/** Finds the file for the path in a call: inside the programs directory, with links followed. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { codedError } from '../../../../contract/errors.ts';
import { isInside } from '../../../platform/files/paths.ts';

export interface LocatedProgram {
  /** Real path of the programs directory. */
  directory: string;
  /** Real path of the file. This file is run, even if the given path leads elsewhere later. */
  file: string;
}

/**
 * @param filePath relative to the directory, or absolute inside it
 * @throws ProgramsDirectoryNotFound, OutsideProgramsDirectory, ProgramNotFound, InvalidCall
 */
export function locateProgram(directory: string, filePath: string): LocatedProgram {
  if (filePath.includes('\0')) throw codedError('InvalidCall', 'The path of the program contains a NUL character.');
  const root = realPath(directory);
  if (typeof root !== 'string') {
    throw codedError('ProgramsDirectoryNotFound', `The programs directory ${directory} does not exist.`);
  }
  const requestedFile = path.resolve(root, filePath);
  const outside = () =>
    codedError(
      'OutsideProgramsDirectory',
      `${filePath} is outside the programs directory ${directory}, so it is not run.`,
    );
  // An absolute path may name the directory through a link, so both spellings of the directory are accepted.
  if (!isInside(root, requestedFile) && !isInside(path.resolve(directory), requestedFile)) throw outside();
  const realFile = realPath(path.resolve(directory, filePath));
  if (typeof realFile !== 'string') {
    if (realFile.code === 'EACCES') {
      const advice = 'Check the permissions of the file and its folders.';
      throw codedError('ProgramNotFound', `${requestedFile} cannot be read.`, advice);
    }
    throw codedError('ProgramNotFound', `There is no program ${filePath} in ${directory}.`, adviceFor(root, filePath));
  }
  if (!isInside(root, realFile)) throw outside();
  if (!statSync(realFile).isFile()) throw codedError('ProgramNotFound', `${filePath} is not a file.`);
  return { directory: root, file: realFile };
}

/**
 * The remedy where the path begins with the name of the directory, as the tree of the workspace shows it, or where the
 * directory is the folder above, as for a script that is run on the command line.
 */
function adviceFor(root: string, filePath: string): string | undefined {
  if (typeof realPath(path.join(root, 'programs', filePath)) === 'string')
    return `It is in the folder programs: use programs/${filePath}, or make this folder the programs directory.`;
  const [first, ...rest] = path.normalize(filePath).split(path.sep);
  if (rest.length === 0 || first !== path.basename(root)) return undefined;
  const inside = rest.join('/');
  const isProgram = typeof realPath(path.join(root, inside)) === 'string';
  return isProgram ? `Paths begin in this directory: use ${inside}.` : undefined;
}

/** Synchronous, because a thread of Node's pool would take longer than the system call. */
function realPath(file: string): string | NodeJS.ErrnoException {
  try {
    return realpathSync.native(file);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
