/** Starts a program, without a shell and as the leader of a process group of its own. */
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';

export interface StartOptions {
  argv: readonly [string, ...string[]];
  /** What is started under the name `argv[0]`. Default: what the system finds by that name. */
  executable?: string | undefined;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Whether something will be written to its stdin; without, it is at its end from the beginning. */
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
  /** Never rejects. What the program has printed may still be on its way. */
  exited: Promise<ExitStatus>;
}
/** Rejects with the system's own error when it cannot be started. */
export type StartProgram = (options: StartOptions) => Promise<StartedProgram>;

export const startDirectly: StartProgram = ({ argv: [name, ...args], executable, cwd, env, hasInput }) =>
  new Promise((resolve, reject) => {
    // cross-spawn is node's spawn, and on Windows starts .cmd and .bat files without handing words to cmd.exe. Some
    // refusals of the system are thrown: a command line that is too long, for one.
    const child = spawn(executable ?? name, args, {
      ...(process.platform === 'win32' ? {} : { argv0: name }),
      cwd,
      env,
      shell: false,
      windowsHide: true,
      // A group of its own, so that the whole tree can be signalled.
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
