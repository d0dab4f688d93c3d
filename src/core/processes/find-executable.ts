import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

/** Absolute path of a program found on the PATH of `env`, or undefined. */
export async function findExecutable(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const windows = process.platform === 'win32';
  const key = Object.keys(env).find((variable) => variable.toUpperCase() === 'PATH') ?? 'PATH';
  const endings = windows ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
  for (const directory of (env[key] ?? '').split(path.delimiter)) {
    for (const ending of endings) {
      const candidate = path.join(directory, name + ending);
      if (directory && (await isExecutable(candidate))) return candidate;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
