/** Lists the processes of this system with their parents. POSIX only. */
import { readdir, readFile } from 'node:fs/promises';
import { toolOutput } from '../tool-output.ts';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** The process has ended, and its parent has not collected its exit status yet. */
  zombie: boolean;
}

/** Empty where the list cannot be read. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

/** Minimal systems have no `ps`, but every Linux has /proc. */
async function fromProc(): Promise<ProcessEntry[]> {
  const names = await readdir('/proc').catch(() => []);
  const entries = names
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
      // The second field is the program's name in brackets, and may hold anything.
      const [state, parent, group] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
      return state === undefined
        ? undefined
        : { pid: Number(name), parent: Number(parent), group: Number(group), zombie: state === 'Z' };
    });
  return (await Promise.all(entries)).filter((entry) => entry !== undefined);
}

async function fromPs(): Promise<ProcessEntry[]> {
  const { stdout } = await toolOutput('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, group, state = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      zombie: state.startsWith('Z'),
    }));
}
