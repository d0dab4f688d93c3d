import path from 'node:path';
import which from 'which';

/** Endings of programs on Windows, where the environment names none. */
const PATHEXT = '.EXE;.CMD;.BAT;.COM';

/**
 * Absolute path of a program on the PATH of `env`, or undefined. Only absolute directories of PATH count: an empty or
 * relative entry means the current folder, where a cloned workspace could have put a `python.exe`.
 */
export async function findExecutable(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // A name with a folder in it could lead out of the directories of PATH.
  if (name === '' || name !== path.basename(name)) return undefined;
  for (const directory of absoluteDirectories(env)) {
    // One directory at a time: given a bare name, `which` looks into the current folder first on Windows.
    const file = await which(path.join(directory, name), { nothrow: true, pathExt: env['PATHEXT'] ?? PATHEXT });
    if (file !== null) return file;
  }
  return undefined;
}

function absoluteDirectories(env: NodeJS.ProcessEnv): string[] {
  const key = Object.keys(env).find((variable) => variable.toUpperCase() === 'PATH') ?? 'PATH';
  // On Windows an entry may stand in quotes.
  const entries = (env[key] ?? '').split(path.delimiter).map((entry) => entry.replace(/^"(.*)"$/, '$1'));
  return entries.filter(isFullyQualified);
}

/** On Windows `\\tools` is absolute too, but on whichever drive is the current one. */
function isFullyQualified(directory: string): boolean {
  if (process.platform === 'win32') return /^([a-z]:[\\/]|\\\\)/i.test(directory);
  return path.isAbsolute(directory);
}
