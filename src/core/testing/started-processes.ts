/** Starts processes for a test: collects their output, and ends them with the test. */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process';
import { killTree } from '../processes/ending/kill-tree.ts';

export interface ProcessOutput {
  stdout: string;
  stderr: string;
  /** Both streams, in the order of arrival. */
  output: string;
}
export interface StartedProcess {
  child: ChildProcessWithoutNullStreams;
  /** The output so far. */
  printed: Readonly<ProcessOutput>;
  /** Settles when the process has ended and all of its output has been read. */
  ended: Promise<ProcessOutput & { code: number | null }>;
}
export interface StartedProcesses {
  start(file: string, args: readonly string[], options?: Pick<SpawnOptions, 'cwd' | 'env'>): StartedProcess;
  /** Kills the processes that are still running, with their descendants: for `afterEach`. */
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
