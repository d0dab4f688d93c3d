/**
 * Whether the arguments of a call are only the input of its program. An interpreter runs the file that was allowed, and
 * hands the arguments to it. Other commands, such as `find` and `env`, can run their arguments as a program, or write
 * to the files that these name.
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { leadsInto } from './variable-sources.ts';

const interpreters = (
  'sh bash dash ash ksh zsh fish pwsh powershell osascript tclsh guile racket python pypy node nodejs bun deno tsx ' +
  'ts-node ruby jruby perl raku php lua luajit java go cargo kotlin groovy scala clojure rscript julia elixir escript ' +
  'swift dart ocaml runghc runhaskell sbcl dotnet-script'
).split(' ');

/**
 * @param executable absolute path
 * @param folders real paths of the workspace: the code of a command there was allowed with the call
 */
export function argumentsAreInput(executable: string, file: string, folders: readonly string[]): boolean {
  const real = realPath(executable);
  if (folders.some((folder) => leadsInto([folder], real))) return true;
  // A file without an ending could be a command of the interpreter: `node inspect`, `deno eval`.
  return path.extname(file) !== '' && [executable, real].some((name) => interpreters.includes(family(name)));
}

/** `/usr/bin/python3.12` is `python`. */
const family = (executable: string) =>
  path
    .basename(executable)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat)$/, '')
    .replace(/-?[\d.]+$/, '');

function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file; // A missing command is reported when it is started.
  }
}
