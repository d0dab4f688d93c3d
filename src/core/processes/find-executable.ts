import path from 'node:path';
import which from 'which';

/** Extensions of programs on Windows, where the environment variable is missing. */
const PATHEXT = '.EXE;.CMD;.BAT;.COM';

/**
 * The absolute path of a program on the PATH of `env`, or undefined. Only absolute directories of PATH are used: an
 * empty or relative entry means the current folder, where a cloned workspace could have put a `python.exe`.
 */
export async function findExecutable(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // A name with a folder in it could lead out of the directories of PATH.
  if (name === '' || name !== path.basename(name)) return undefined;
  for (const directory of absoluteDirectories(env)) {
    // Called with one directory at a time: for a bare name, `which` searches the current folder first on Windows.
    const file = await which(path.join(directory, name), { nothrow: true, pathExt: env['PATHEXT'] ?? PATHEXT });
    if (file !== null) return file;
  }
  return undefined;
}

function absoluteDirectories(env: NodeJS.ProcessEnv): string[] {
  const key = Object.keys(env).find((variable) => variable.toUpperCase() === 'PATH') ?? 'PATH';
  // On Windows an entry may be quoted.
  const entries = (env[key] ?? '').split(path.delimiter).map((entry) => entry.replace(/^"(.*)"$/, '$1'));
  return entries.filter(isFullyQualified);
}

/** On Windows `\\tools` counts as absolute, but its drive is the current one. */
function isFullyQualified(directory: string): boolean {
  if (process.platform === 'win32') return /^([a-z]:[\\/]|\\\\)/i.test(directory);
  return path.isAbsolute(directory);
}
