import { killTree } from './kill-tree.ts';

/** The process groups that a run has started; a program can end and leave others of its group behind. */
export function programGroups(): { add(pid: number): void; endAll(): Promise<void> } {
  const pids = new Set<number>();
  const alive = (pid: number) => {
    try {
      process.kill(-pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  return {
    add: (pid) => void pids.add(pid),
    async endAll() {
      // On Windows `taskkill /t` of the call itself has ended the tree.
      if (process.platform === 'win32') return;
      await Promise.all([...pids].filter(alive).map((pid) => killTree(pid)));
    },
  };
}
