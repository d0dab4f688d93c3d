/** Starts a program, without a shell, as the leader of a process group of its own. */
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';

export interface StartOptions {
  argv: readonly [string, ...string[]];
  /** The file that is started with the name `argv[0]`. Default: the program that the system finds by that name. */
  executable?: string | undefined;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Whether its stdin will be written to; otherwise stdin is closed from the beginning. */
  hasInput: boolean;
}
export interface ExitStatus {
  exitCode: number | null;
  signal: string | null;
}
export interface StartedProgram {
  pid: number;
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
  /** Never rejects. Output of the program may arrive afterwards. */
  exited: Promise<ExitStatus>;
}
/** Rejects with the system's error when the program cannot be started. */
export type StartProgram = (options: StartOptions) => Promise<StartedProgram>;

export const startDirectly: StartProgram = ({ argv: [name, ...args], executable, cwd, env, hasInput }) =>
  new Promise((resolve, reject) => {
    // cross-spawn is Node's spawn that can also start .cmd and .bat files on Windows, without cmd.exe interpreting the
    // arguments. Some errors of the system are thrown, for example for a command line that is too long.
    const child = spawn(executable ?? name, args, {
      ...(process.platform === 'win32' ? {} : { argv0: name }),
      cwd,
      env,
      shell: false,
      windowsHide: true,
      // A process group of its own, so that the whole tree can be signalled.
      detached: process.platform !== 'win32',
      stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    child.on('error', reject);
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || !stdout || !stderr) return;
    const exited = new Promise<ExitStatus>((exit) => {
      child.once('exit', (exitCode, signal) => exit({ exitCode, signal }));
    });
    resolve({ pid, stdin, stdout, stderr, exited });
  });
