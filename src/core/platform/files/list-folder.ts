/** Lists a folder of this computer for a person who chooses a file in it. */
import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { compareNames } from '../../../contract/compare-names.ts';
import { codedError } from '../../../contract/errors.ts';

export interface FolderEntry {
  name: string;
  /** Absolute. */
  path: string;
  isFolder: boolean;
}

const MAX_ENTRIES = 2_000;

/**
 * @param target an absolute path of a folder, or of a file whose folder is listed
 * @throws FileNotFound, FileUnreadable
 */
export async function listFolder(target: string, maxEntries = MAX_ENTRIES) {
  try {
    const realTarget = await realpath(target);
    const isFolder = (await stat(realTarget)).isDirectory();
    const folder = isFolder ? realTarget : path.dirname(realTarget);
    const entries: FolderEntry[] = [];
    let complete = true;
    for await (const entry of await opendir(folder)) {
      if (entries.length >= maxEntries) {
        complete = false;
        break;
      }
      const file = path.join(folder, entry.name);
      const leadsToFolder = entry.isSymbolicLink() && (await isDirectory(file));
      entries.push({ name: entry.name, path: file, isFolder: entry.isDirectory() || leadsToFolder });
    }
    entries.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || compareNames(a.name, b.name));
    const parent = path.dirname(folder);
    return { folder, parent: parent === folder ? null : parent, file: isFolder ? null : realTarget, entries, complete };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw codedError('FileNotFound', `${target} does not exist.`);
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
      throw codedError('FileUnreadable', `${target} cannot be read: ${message}`);
    }
    throw error;
  }
}

const isDirectory = (file: string): Promise<boolean> =>
  stat(file).then(
    (target) => target.isDirectory(),
    () => false,
  );
