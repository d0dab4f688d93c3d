/**
 * The PATH of the user's login shell. A desktop application that was started from a menu has only the system's PATH,
 * which misses programs of the user's own set-up.
 */
import path from 'node:path';
import { toolOutput } from './tool-output.ts';

const SHELL_MS = 5000;
const mark = '_OUTRIGGER_PATH_';

/**
 * @param options `timeoutMs`: how long the shell may take before it is killed
 * @returns the environment with the login shell's PATH in front; unchanged where the shell does not answer in time, and
 * on Windows, where every program gets the user's PATH
 */
export async function withLoginShellPath(
  env: NodeJS.ProcessEnv,
  { timeoutMs = SHELL_MS }: { timeoutMs?: number } = {},
): Promise<NodeJS.ProcessEnv> {
  const shell = env['SHELL'];
  if (process.platform === 'win32' || !shell) return env;
  const searchPath = await ask(shell, env, timeoutMs);
  if (!searchPath) return env;
  const directories = [...searchPath.split(path.delimiter), ...(env['PATH'] ?? '').split(path.delimiter)];
  return { ...env, PATH: [...new Set(directories.filter((directory) => directory !== ''))].join(path.delimiter) };
}

async function ask(shell: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<string | undefined> {
  // Interactive and login, because people set PATH in either file. The marks separate the PATH from other output of
  // these files.
  const script = `printf '%s%s%s' ${mark} "$PATH" ${mark}`;
  const { stdout } = await toolOutput(shell, ['-ilc', script], { env, timeoutMs });
  return new RegExp(`${mark}(.*)${mark}`, 's').exec(stdout)?.[1];
}
