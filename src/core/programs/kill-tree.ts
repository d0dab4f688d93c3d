/**
 * Ends a process and everything below it: first politely, then by force (external-programs-decisions, "timeout,
 * output cap, cancel"). On POSIX the program leads a process group of its own; descendants that left the group
 * are found by their parents before the first signal, while the tree still hangs together.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const GRACE_MS = 2000;
const POLL_MS = 20;

/** Settles when nothing of the tree is alive any more. Never rejects: what is gone already is fine. */
export async function killTree(pid: number, graceMs = GRACE_MS): Promise<void> {
  if (process.platform === 'win32') {
    await run('taskkill', ['/pid', String(pid), '/t', '/f']).catch(() => undefined);
    return;
  }
  const strays = await descendants(pid);
  signal(pid, strays, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (Date.now() < deadline && anyAlive(pid, strays)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  // Again: a program may have started others while it was asked to end.
  for (const found of await descendants(pid)) strays.add(found);
  signal(pid, strays, 'SIGKILL');
}

function signal(pid: number, strays: Iterable<number>, name: NodeJS.Signals): void {
  for (const target of [-pid, ...strays]) send(target, name);
}
function anyAlive(pid: number, strays: Iterable<number>): boolean {
  return [-pid, ...strays].some((target) => send(target, 0));
}
function send(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, name);
    return true;
  } catch {
    return false;
  }
}

async function descendants(pid: number): Promise<Set<number>> {
  const children = new Map<number, number[]>();
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
  for (const line of stdout.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (child && parent) children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found = new Set<number>();
  const visit = (parent: number) => {
    for (const child of children.get(parent) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      visit(child);
    }
  };
  visit(pid);
  return found;
}
