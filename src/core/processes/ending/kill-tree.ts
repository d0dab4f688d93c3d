/**
 * Ends a process and all of its descendants: first with SIGTERM, then with SIGKILL. On POSIX the program leads a
 * process group of its own. Descendants that have left the group are found by their parents before the first signal,
 * while these still run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses, type ProcessEntry } from './process-list.ts';
import { toolOutput } from '../tool-output.ts';

const GRACE_MS = 2000;
const POLL_MS = 25;

/** The processes of a tree that are known to be alive. */
export interface ProcessTree {
  leader: number;
  /** Whether the group of the leader has members: afterwards its id may be that of another program's group. */
  hasGroup: boolean;
  members: Set<number>;
}

export const newTree = (leader: number): ProcessTree => ({ leader, hasGroup: true, members: new Set([leader]) });

/** Settles when no process of the tree is alive. Never rejects: a process that has already ended is not an error. */
export async function killTree(leader: number, graceMs = GRACE_MS): Promise<void> {
  if (process.platform === 'win32') {
    await toolOutput('taskkill', ['/pid', String(leader), '/t', '/f']);
    return;
  }
  const tree = newTree(leader);
  const isAlive = async () => updateTree(tree, await listProcesses());
  await isAlive();
  signal(tree, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  // Searched again each time, because a program may start others while it is being ended.
  let lives = await isAlive();
  while (lives && Date.now() < deadline) {
    await sleep(POLL_MS);
    lives = await isAlive();
  }
  if (!lives) return;
  signal(tree, 'SIGKILL');
  for (let tries = 0; tries < 40 && (await isAlive()); tries++) await sleep(POLL_MS);
}

/**
 * Adds new processes of the tree, and removes those that have ended, because the system may give their ids to other
 * programs.
 * @param processes all of the system; empty when they could not be listed
 * @returns whether one of the tree is alive
 */
export function updateTree(tree: ProcessTree, processes: readonly ProcessEntry[]): boolean {
  if (processes.length === 0) return false;
  const { leader, members } = tree;
  const present = new Set(processes.map(({ pid }) => pid));
  for (const pid of members) if (!present.has(pid)) members.delete(pid);
  tree.hasGroup &&= processes.some(({ group }) => group === leader);
  let hasGrown = true;
  while (hasGrown) {
    const before = members.size;
    for (const { pid, parent, group } of processes) {
      if ((tree.hasGroup && group === leader) || members.has(parent)) members.add(pid);
    }
    hasGrown = members.size > before;
  }
  return processes.some(({ pid, zombie }) => members.has(pid) && !zombie);
}

function signal({ leader, hasGroup, members }: ProcessTree, name: NodeJS.Signals): void {
  for (const target of [...(hasGroup ? [-leader] : []), ...members]) {
    try {
      process.kill(target, name);
    } catch {
      // The process has ended.
    }
  }
}
