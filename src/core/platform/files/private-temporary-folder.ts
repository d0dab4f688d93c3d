/**
 * Temporary folders of this process, which only this user can enter. A killed process cannot remove its folders; the
 * next process that needs one removes them.
 */
import { mkdtempSync, readlinkSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isProcessAlive } from '../process-alive.ts';

const NAME = /^outrigger-[a-z]+-(\d+)\.(\d+)-\w{6}$/;
let hasLookedForAbandoned = false;

/**
 * Creates a folder; the caller removes it.
 * @param purpose part of its name, in small letters
 */
export function createPrivateTemporaryFolder(purpose: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `outrigger-${purpose}-${process.pid}.${processNamespace()}-`));
  if (!hasLookedForAbandoned) void removeAbandonedFolders();
  hasLookedForAbandoned = true;
  return folder;
}

/** Removes the folders of processes that have ended without removing them. Never rejects. */
export async function removeAbandonedFolders(): Promise<void> {
  const namespace = processNamespace();
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, pid, owner] = NAME.exec(name) ?? [];
    if (pid === undefined || owner !== namespace || isProcessAlive(Number(pid))) continue;
    const folder = path.join(tmpdir(), name);
    const stats = await lstat(folder).catch(() => undefined);
    // Every user may create a folder of such a name there.
    if (!stats?.isDirectory() || stats.uid !== (process.getuid?.() ?? stats.uid)) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A container that shares the folder has its own process ids. @returns digits; 0 where the system has no namespaces */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '') || '0';
  } catch {
    return '0';
  }
}
