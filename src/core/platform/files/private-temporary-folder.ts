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
/** The folders in which this process has looked for abandoned ones. */
const searchedFolders = new Set<string>();

/**
 * Creates a folder; the caller removes it.
 * @param purpose part of its name, in small letters
 * @param parent default: the system's folder for temporary files
 */
export function createPrivateTemporaryFolder(purpose: string, parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, `outrigger-${purpose}-${process.pid}.${processNamespace()}-`));
  if (!searchedFolders.has(parent)) void removeAbandonedFolders(parent);
  searchedFolders.add(parent);
  return folder;
}

/** Removes the folders of processes that have ended without removing them. Never rejects. */
export async function removeAbandonedFolders(parent = tmpdir()): Promise<void> {
  const namespace = processNamespace();
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid, owner] = NAME.exec(name) ?? [];
    if (pid === undefined || owner !== namespace || isProcessAlive(Number(pid))) continue;
    const folder = path.join(parent, name);
    const stats = await lstat(folder).catch(() => undefined);
    // Every user may create a folder of such a name there, and replace its content by links while it is removed.
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
