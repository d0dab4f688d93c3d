/**
 * Checks that an opened file is the one whose path was checked. Between the check of a path and its use another program
 * could replace a folder on the way by a link; once a file is open, nobody can replace it.
 */
import { fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { codedError } from '../../../contract/errors.ts';

/**
 * @param descriptor of the opened file
 * @param real the path that was checked and opened, with all links resolved
 * @throws OutsideWorkspace when the descriptor is another file, or the path leads through a link by now
 */
export function requireOpened(descriptor: number, real: string): void {
  if (isOpened(descriptor, real)) return;
  throw codedError('OutsideWorkspace', `${real} was replaced by a link while it was opened.`, 'Try again.');
}

function isOpened(descriptor: number, real: string): boolean {
  const opened = process.platform === 'linux' ? pathOf(descriptor) : undefined;
  // An editor that saves a file replaces it: the opened one has the same path and is deleted.
  if (opened !== undefined) return opened === real || opened === `${real} (deleted)`;
  try {
    if (realpathSync.native(real) !== real) return false;
    const [there, here] = [lstatSync(real, { bigint: true }), fstatSync(descriptor, { bigint: true })];
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    return false;
  }
}

/** The path by which the kernel knows the file; undefined where there is no /proc. */
function pathOf(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
