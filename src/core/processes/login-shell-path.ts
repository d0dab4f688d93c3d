/**
 * The PATH of the user's login shell. A desktop application that was started from a menu has only the system's, and
 * would not find what the user's own set-up has installed (external-programs-decisions, "The directory").
 */
import { execFile } from 'node:child_process';
import path from 'node:path';

const SHELL_MS = 5000;
const mark = '_OUTRIGGER_PATH_';

/**
 * @returns the environment with the login shell's PATH in front; unchanged where the shell does not tell in time,
 * and on Windows, where every program gets the user's PATH
 */
export async function withLoginShellPath(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const shell = env['SHELL'];
  if (process.platform === 'win32' || !shell) return env;
  const told = await ask(shell, env);
  if (!told) return env;
  const directories = [...told.split(path.delimiter), ...(env['PATH'] ?? '').split(path.delimiter)];
  return { ...env, PATH: [...new Set(directories.filter((directory) => directory !== ''))].join(path.delimiter) };
}

function ask(shell: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Interactive and login: people set PATH in either file. The marks stand apart from what those files print.
    const script = `printf '%s%s%s' ${mark} "$PATH" ${mark}`;
    const child = execFile(
      shell,
      ['-ilc', script],
      { env, timeout: SHELL_MS, killSignal: 'SIGKILL' },
      (_error, stdout) => {
        resolve(new RegExp(`${mark}(.*)${mark}`, 's').exec(stdout)?.[1]);
      },
    );
    child.stdin?.end();
  });
}
