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

/** Settles when no process of the tree is alive. Never rejects: a process that has already ended is not an error. */
export async function killTree(leader: number, graceMs = GRACE_MS): Promise<void> {
  if (process.platform === 'win32') {
    await toolOutput('taskkill', ['/pid', String(leader), '/t', '/f']);
    return;
  }
  const members = new Set([leader]);
  await findMembers(members, leader);
  signal(leader, members, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  // Searched again each time, because a program may start others while it is being ended.
  let lives = await findMembers(members, leader);
  while (lives && Date.now() < deadline) {
    await sleep(POLL_MS);
    lives = await findMembers(members, leader);
  }
  if (!lives) return;
  signal(leader, members, 'SIGKILL');
  for (let tries = 0; tries < 40 && (await findMembers(members, leader)); tries++) await sleep(POLL_MS);
}

/** Adds the members of the tree to `known`; returns whether one is alive. */
async function findMembers(members: Set<number>, leader: number): Promise<boolean> {
  const processes = await listProcesses();
  let hasGrown = true;
  while (hasGrown) {
    const before = members.size;
    for (const entry of processes) if (entry.group === leader || members.has(entry.parent)) members.add(entry.pid);
    hasGrown = members.size > before;
  }
  return processes.some((entry: ProcessEntry) => members.has(entry.pid) && !entry.zombie);
}

function signal(leader: number, members: Iterable<number>, name: NodeJS.Signals): void {
  for (const target of [-leader, ...members]) {
    try {
      process.kill(target, name);
    } catch {
      // The process has ended.
    }
  }
}
