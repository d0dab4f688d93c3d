/**
 * The one guard for paths that come from a script, a workspace, an import or the interface: every symbolic link on the
 * way is resolved before the path is compared with the folder it has to stay in.
 *
 * A path is checked when it is used. Another process of the same user could still replace a folder by a link between
 * the check and the use; such a process can read and write the user's files without us (docs/security.md).
 */
import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';

/** Whether `file` is strictly below `directory`; both absolute and without `..`. */
export function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/**
 * The absolute path of `file`, relative to `root` or absolute, with all links resolved. The file, and folders above it,
 * need not exist yet: then the links of the nearest existing folder are resolved. Synchronous, because that takes
 * microseconds and a thread of Node's pool takes longer.
 * @throws OutsideWorkspace when the path leads out of `root`, is `root` itself, or is a link that leads nowhere
 */
export function resolveInside(root: string, file: string): string {
  const outside = (problem: string) => codedError('OutsideWorkspace', `${file} ${problem}.`);
  if (file.includes('\0')) throw codedError('OutsideWorkspace', 'A path contains a NUL character.');
  const absolute = path.resolve(root, file);
  const realRoot = resolveLinks(root) ?? root;
  if (!isInside(root, absolute) && !isInside(realRoot, absolute)) throw outside(`is outside the folder ${root}`);
  const real = resolveLinks(absolute);
  // One message for both, because a script may read it and must not learn which files exist outside.
  if (real === undefined || !isInside(realRoot, real)) {
    throw outside(`leads through a link out of the folder ${root}, or nowhere`);
  }
  return real;
}

/**
 * The path with all links resolved; parts that do not exist yet are kept. Undefined when a link on the way cannot be
 * followed: its target does not exist, or it leads in a circle.
 */
export function resolveLinks(absolute: string): string | undefined {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return undefined;
    if (existsAsLink(absolute)) return undefined;
    const parent = path.dirname(absolute);
    if (parent === absolute) return absolute;
    const realParent = resolveLinks(parent);
    return realParent === undefined ? undefined : path.join(realParent, path.basename(absolute));
  }
}

/** A path whose target is missing can still be a link: writing to it would create the target. */
function existsAsLink(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch (error) {
    // ENOTDIR: a parent is a file, so there is no such link.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}
