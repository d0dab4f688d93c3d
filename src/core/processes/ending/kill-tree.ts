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
  const known = new Set([leader]);
  await findMembers(known, leader);
  signal(leader, known, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  // Searched again each time, because a program may start others while it is being ended.
  let lives = await findMembers(known, leader);
  while (lives && Date.now() < deadline) {
    await sleep(POLL_MS);
    lives = await findMembers(known, leader);
  }
  if (!lives) return;
  signal(leader, known, 'SIGKILL');
  for (let tries = 0; tries < 40 && (await findMembers(known, leader)); tries++) await sleep(POLL_MS);
}

/** Adds the members of the tree to `known`; returns whether one is alive. */
async function findMembers(known: Set<number>, leader: number): Promise<boolean> {
  const processes = await listProcesses();
  let grown = true;
  while (grown) {
    const before = known.size;
    for (const entry of processes) if (entry.group === leader || known.has(entry.parent)) known.add(entry.pid);
    grown = known.size > before;
  }
  return processes.some((entry: ProcessEntry) => known.has(entry.pid) && !entry.zombie);
}

function signal(leader: number, known: Iterable<number>, name: NodeJS.Signals): void {
  for (const target of [-leader, ...known]) {
    try {
      process.kill(target, name);
    } catch {
      // The process has ended.
    }
  }
}
