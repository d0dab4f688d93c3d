/** Moves files and folders. A file that another program has created at the target meanwhile is not overwritten. */
import { randomUUID } from 'node:crypto';
import { cp, link, lstat, rename, rm, unlink } from 'node:fs/promises';

/**
 * Moves an entry to a path where none is yet. To another file system it is copied under a temporary name, and the source
 * is deleted only when the copy is complete. Links are moved as links.
 * @throws EEXIST when a file has come to the target meanwhile
 */
export async function moveEntry(source: string, target: string): Promise<void> {
  try {
    await renameWithoutOverwriting(source, target);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
  }
  const incomplete = `${target}.${randomUUID()}.tmp`;
  try {
    await cp(source, incomplete, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await renameWithoutOverwriting(incomplete, target);
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true });
    throw error;
  }
  await rm(source, { recursive: true });
}

/** What `link` answers where a file system, or the kind of the entry, has no second names. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EACCES']);

/**
 * `rename` replaces a file at the target without a word. A second name for a file is refused there instead; folders are
 * renamed, because the system itself refuses to replace one that has content.
 */
async function renameWithoutOverwriting(source: string, target: string): Promise<void> {
  const entry = await lstat(source);
  if (!entry.isFile()) return rename(source, target);
  try {
    await link(source, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!WITHOUT_LINKS.has(code) && !(code === 'EEXIST' && (await isSameFile(source, target)))) throw error;
    // Another spelling of its own name: the file systems of macOS and Windows do not tell them apart.
    return rename(source, target);
  }
  return unlink(source);
}

async function isSameFile(source: string, target: string): Promise<boolean> {
  const [a, b] = await Promise.all([source, target].map((file) => lstat(file, { bigint: true })));
  return a !== undefined && b !== undefined && a.nlink === 1n && a.ino === b.ino && a.dev === b.dev;
}
