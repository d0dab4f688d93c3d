/**
 * Files by which version managers (asdf, mise, pyenv and others) choose the interpreter that a name on the PATH starts:
 * in the working directory, the program's folder, and the folders above. A line of asdf may name an interpreter in the
 * workspace itself.
 */
import { statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInside } from '../../platform/files/paths.ts';
import { foldersAbove } from '../languages/source-files.ts';

const ofAllLanguages = ['.tool-versions', 'mise.toml', '.mise.toml'];
/** By the extension of the language. */
const byLanguage: Readonly<Record<string, string>> = {
  '.py': '.python-version',
  '.rb': '.ruby-version',
  '.js': '.node-version',
  '.jar': '.java-version',
  '.bsh': '.java-version',
  '.go': '.go-version',
  '.php': '.php-version',
  '.pl': '.perl-version',
  '.lua': '.lua-version',
};

/**
 * @param folders absolute paths
 * @returns absolute paths of existing files. Those of the person's home folder and of the folders above it do not count:
 * they are no stranger's.
 */
export function findVersionFiles(folders: readonly string[], extension: string | undefined): string[] {
  const home = os.homedir();
  const ofLanguage = byLanguage[extension ?? ''];
  const names = ofLanguage === undefined ? ofAllLanguages : [...ofAllLanguages, ofLanguage];
  return [...new Set(folders.flatMap(foldersAbove))]
    .filter((folder) => folder !== home && !isInside(folder, home))
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
