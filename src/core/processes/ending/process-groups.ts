import { killTree } from './kill-tree.ts';
import type { Reaper } from './reaper.ts';

export interface ProgramGroups {
  /** Registers a started program, which leads a process group of this id. */
  started(pid: number): void;
  /** Records that the program has ended. Processes that it has left in its group are ended with the run. */
  ended(pid: number): void;
  endAll(): Promise<void>;
}

/** The process groups of a run's programs; a program can end before other processes of its group. */
export function programGroups(reaper: Reaper): ProgramGroups {
  const pids = new Set<number>();
  const forget = (pid: number) => {
    pids.delete(pid);
    reaper.release(pid);
  };
  return {
    started(pid) {
      pids.add(pid);
      reaper.watch(pid);
    },
    ended(pid) {
      if (!groupLives(pid)) forget(pid);
    },
    async endAll() {
      await Promise.all([...pids].map((pid) => killTree(pid)));
      [...pids].forEach(forget);
    },
  };
}

/** Windows has no process groups: `taskkill /t` has ended the tree of a stopped call. */
function groupLives(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
