/** Moves files and folders. A file that another program has created at the target meanwhile is not overwritten. */
import { randomUUID } from 'node:crypto';
import { cp, link, lstat, rename, rm, unlink } from 'node:fs/promises';

/**
 * Moves an entry to a free path. On another file system it is copied under a temporary name, and the source is deleted
 * only when the copy is complete. Links are moved as links.
 * @throws EEXIST when another program has created a file at the target meanwhile
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

/** Error codes of `link` where the file system, or this kind of entry, does not support hard links. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EACCES']);

/**
 * `rename` silently replaces a file at the target, so a file is moved by a hard link, which fails where a file exists.
 * Folders are renamed: the system itself refuses to replace a folder that is not empty.
 */
async function renameWithoutOverwriting(source: string, target: string): Promise<void> {
  const entry = await lstat(source);
  if (!entry.isFile()) return rename(source, target);
  try {
    await link(source, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!NO_HARD_LINKS.has(code) && !(code === 'EEXIST' && (await isSameFile(source, target)))) throw error;
    // The target may be the file's own name in another spelling, which macOS and Windows do not distinguish.
    return rename(source, target);
  }
  try {
    await unlink(source);
  } catch (error) {
    // Another page or process has moved or deleted the entry meanwhile: it must not exist twice.
    await unlink(target).catch(() => undefined);
    throw error;
  }
}

async function isSameFile(source: string, target: string): Promise<boolean> {
  const [a, b] = await Promise.all([source, target].map((file) => lstat(file, { bigint: true })));
  return a !== undefined && b !== undefined && a.nlink === 1n && a.ino === b.ino && a.dev === b.dev;
}
