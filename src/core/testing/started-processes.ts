/** The processes that a test starts: what they print is collected, and none of them outlives the test. */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process';
import { killTree } from '../processes/ending/kill-tree.ts';

export interface ProcessOutput {
  stdout: string;
  stderr: string;
  /** Both, in the order in which they arrived. */
  output: string;
}
export interface StartedProcess {
  child: ChildProcessWithoutNullStreams;
  /** What it has printed so far. */
  printed: Readonly<ProcessOutput>;
  /** Settles when the process has ended and everything that it printed has been read. */
  ended: Promise<ProcessOutput & { code: number | null }>;
}
export interface StartedProcesses {
  start(file: string, args: readonly string[], options?: Pick<SpawnOptions, 'cwd' | 'env'>): StartedProcess;
  /** Ends those that still run, by force and with their descendants: for `afterEach`. */
  end(): Promise<void>;
}

export function startedProcesses(): StartedProcesses {
  const children: ChildProcess[] = [];
  return {
    start(file, args, options = {}) {
      const child = spawn(file, args, { ...options, stdio: 'pipe' });
      children.push(child);
      const printed = { stdout: '', stderr: '', output: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (text: string) => {
          printed[name] += text;
          printed.output += text;
        });
      }
      const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
      return { child, printed, ended: code.then((value) => ({ code: value, ...printed })) };
    },
    async end() {
      const running = children.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(running.map(({ pid }) => (pid === undefined ? Promise.resolve() : killTree(pid, 0))));
    },
  };
}
