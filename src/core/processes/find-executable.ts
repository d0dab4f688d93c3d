import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Absolute path of a program on the PATH of `env`, or undefined. Only absolute directories of PATH count: an empty or
 * relative entry means the current folder, where a cloned workspace could have put a `python.exe`.
 */
export async function findExecutable(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // A name with a folder in it could lead out of the directories of PATH.
  if (name === '' || name !== path.basename(name)) return undefined;
  for (const directory of absoluteDirectories(env)) {
    for (const ending of executableEndings(env)) {
      const candidate = path.join(directory, name + ending);
      if (await isExecutable(candidate)) return candidate;
    }
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

function executableEndings(env: NodeJS.ProcessEnv): string[] {
  return process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
