/**
 * The files that `go run` compiles beside the program: the module around the working directory, and the sources among
 * the arguments.
 */
import path from 'node:path';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import type { CallOfProgram } from './language.ts';
import { foldersAbove, listSources, nearestFolderWith, type SourceFiles } from './source-files.ts';

const MODULE = 'go.mod';
const WORKSPACE = 'go.work';
const MAX_BYTES = 1024 * 1024;

export async function findGoSources({ cwd, args }: CallOfProgram): Promise<SourceFiles> {
  const root = await nearestFolderWith(MODULE, cwd);
  // As in `go run`, the arguments before the first one that does not end in .go are sources.
  const end = args.findIndex((argument) => !argument.endsWith('.go'));
  const sources = args.slice(0, end < 0 ? undefined : end).map((argument) => path.resolve(cwd, argument));
  const above = foldersAbove(cwd).flatMap((folder) => [path.join(folder, MODULE), path.join(folder, WORKSPACE)]);
  return listSources({
    paths: [...sources, ...above],
    folders: root === undefined ? [] : [root],
    pathsIn: async (file) => ([MODULE, WORKSPACE].includes(path.basename(file)) ? pathsInModule(file) : []),
  });
}

/**
 * Every word counts as a path, because `use` and `replace` are followed by folders. The dependencies of a workspace can
 * be in the folder `vendor` beside its file.
 * @throws FileTooLarge
 */
async function pathsInModule(file: string): Promise<string[]> {
  const text = String(await readRegularFile(file, MAX_BYTES));
  const withoutComments = text.replace(/\/\/.*$/gm, '');
  const words = [...withoutComments.matchAll(/"([^"\n]+)"|`([^`]+)`|([^\s()"`]+)/g)].map(
    ([, quoted, raw, word]) => quoted ?? raw ?? word ?? '',
  );
  return [...words, ...(path.basename(file) === WORKSPACE ? ['vendor'] : [])].map((word) =>
    path.resolve(path.dirname(file), word),
  );
}
