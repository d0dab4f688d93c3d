import { killTree } from './kill-tree.ts';
import type { Reaper } from './reaper.ts';

export interface ProgramGroups {
  /** A program was started; it leads a process group of this id. */
  started(pid: number): void;
  /** It has ended. What it left behind in its group is ended with the run. */
  ended(pid: number): void;
  endAll(): Promise<void>;
}

/** The process groups that a run has started; a program can end and leave others of its group behind. */
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

/** On Windows there are no groups: `taskkill /t` has ended the tree of a call that was stopped. */
function groupLives(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
