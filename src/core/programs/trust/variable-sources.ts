/**
 * Files of a workspace that the variables of a program's environment make its interpreter load. A relative path, and an
 * empty entry of a search path, mean another file in each workspace: they are covered wherever the variable comes from.
 * An absolute path is covered where the call itself gives it and it leads into the workspace.
 */
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside, resolveLinks } from '../../platform/files/paths.ts';
import type { ResolvedCommand } from '../call/compose-command.ts';
import { findClassPath } from '../jar/class-path.ts';
import { listSources, type SourceFiles } from '../languages/source-files.ts';
import { canChangeCode } from './code-variables.ts';

const SEARCH_PATH = /^(PATH|CLASSPATH|PYTHONPATH|(LD|DYLD)_.*PATH)$/;
/** Variables whose absence, too, means the working directory. */
const HERE_WITHOUT_VALUE = /^(PATH|CLASSPATH)$/;
const LIBRARY_PATH = /^(LD|DYLD(_FALLBACK)?)_LIBRARY_PATH$/;
const LIBRARY = /\.(so|dylib)(\.|$)/;
/** Folders for the kinds of a processor, which the loader searches, too. */
const PROCESSORS = /^(glibc-hwcaps|x86-64-v\d|power\d+|z\d+|tls|haswell|avx512_1|xeon_phi|x86_64|i\d86|aarch64)$/;
/** What a compiler has built and keeps is not covered. */
const BUILT = /^(GOCACHE|NODE_COMPILE_CACHE|XDG_CACHE_HOME|PYTHONPYCACHEPREFIX|CARGO_TARGET_DIR)$/;

/** What divides the words of a value: options, lists, code of Lua. */
const BETWEEN_WORDS = process.platform === 'win32' ? /[\s;,="'@()]+/ : /[\s:;,="'@()]+/;

/** @param folders real paths whose files may come from a stranger */
export async function findVariableSources(
  { argv, language, env: changes, environment, cwd }: ResolvedCommand,
  folders: readonly string[],
): Promise<SourceFiles[]> {
  const extension = language && argv[0] === language.prefix[0] ? language.extension : undefined;
  // Java's class path is the working directory where nothing names another one.
  const classPath = language?.extension === '.bsh' ? { CLASSPATH: '' } : {};
  const lists: SourceFiles[] = [];
  for (const [variable, value = ''] of Object.entries({ ...classPath, ...environment })) {
    const name = variable.toUpperCase();
    if (!canChangeCode(name, extension) || BUILT.test(name)) continue;
    const isOfCall = Object.hasOwn(changes, variable);
    const paths = entriesOf(name, value).flatMap((entry) => {
      const target = path.resolve(cwd, entry);
      return !path.isAbsolute(entry) || (isOfCall && leadsInto(folders, target)) ? existing(target, entry) : [];
    });
    if (paths.length > 0) lists.push(...(await listPaths(name, paths)));
  }
  return lists;
}

function entriesOf(name: string, value: string): string[] {
  if (SEARCH_PATH.test(name)) {
    if (value === '' && !HERE_WITHOUT_VALUE.test(name)) return [];
    const divider = LIBRARY_PATH.test(name) ? /[:;]/ : path.delimiter;
    // Java replaces a star by the jars of the folder.
    return value.split(divider).map((entry) => entry.replace(/(^|[\\/])\*$/, '') || '.');
  }
  const words = value.split(BETWEEN_WORDS);
  // An option may stand directly before its path: `-r./setup`.
  const behindOptions = words.flatMap((word) => /^--?[A-Za-z](.+)$/.exec(word)?.[1] ?? []);
  return [...new Set([...value.split(path.delimiter), ...words, ...behindOptions])].filter(Boolean);
}

/** Synchronous, because that takes microseconds, and a thread of Node's pool longer. */
function existing(target: string, entry: string): string[] {
  if (target.includes('\0')) return [];
  if (statSync(target, { throwIfNoEntry: false })) return [target];
  if (!/[\\/]/.test(entry)) return [];
  // Ruby and Node add the extension of a file themselves.
  const folder = path.dirname(target);
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${path.basename(target)}.`));
    return names.map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

export function leadsInto(folders: readonly string[], target: string): boolean {
  const real = resolveLinks(target) ?? target;
  return folders.some((folder) => [target, real].some((file) => file === folder || isInside(folder, file)));
}

async function listPaths(name: string, paths: readonly string[]): Promise<SourceFiles[]> {
  if (name === 'PATH') {
    return [await listSources({ paths, isIgnored: () => true, isSource: isExecutable, followsLinks: true })];
  }
  if (LIBRARY_PATH.test(name)) {
    const isIgnored = (folder: string) => !PROCESSORS.test(path.basename(folder));
    const isSource = (file: string) => LIBRARY.test(path.basename(file));
    return [await listSources({ paths, isIgnored, isSource, followsLinks: true })];
  }
  const jars = paths.filter((file) => file.endsWith('.jar'));
  return [await listSources({ paths }), ...(await Promise.all(jars.map(findClassPath)))];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
