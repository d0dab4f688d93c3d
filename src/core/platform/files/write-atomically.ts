/**
 * Writes a file completely or not at all: a temporary file beside it is written, flushed to the disk and renamed. Only
 * flushing waits for the disk. All other calls are synchronous, because each takes microseconds, and Node's threads for
 * files take ten times as long.
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { codedError } from '../../../contract/errors.ts';
import { resolveLinks } from './paths.ts';

const flush = promisify(fsync);

/** The last write of each file that is under way: writes of one file happen in the order of their calls. */
const lastWrites = new Map<string, Promise<void>>();
/** Temporary files, which are deleted when the process exits. The hosts and the command line exit upon a signal. */
const temporaryFiles = new Set<string>();

/**
 * @param options `mode`: permissions of the file; absent: those of the file that is replaced
 * @throws WriteFailed for a pipe, a device or a socket, such as /dev/null, which is not replaced; the system's errors
 */
export function writeAtomically(
  file: string,
  content: string | Buffer,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const absolute = path.resolve(file);
  const write = () => replaceFile(resolveLinks(absolute) ?? absolute, content, mode);
  const writing = (lastWrites.get(absolute) ?? Promise.resolve()).then(write, write);
  lastWrites.set(absolute, writing);
  const forget = () => void (lastWrites.get(absolute) === writing && lastWrites.delete(absolute));
  writing.then(forget, forget);
  return writing;
}

async function replaceFile(file: string, content: string | Buffer, newMode: number | undefined): Promise<void> {
  const former = statSync(file, { throwIfNoEntry: false });
  if (former && !former.isFile() && !former.isDirectory()) {
    throw codedError('WriteFailed', `${file} is not a regular file, and is not replaced by one.`, 'Name another file.');
  }
  const mode = newMode ?? (former && former.mode & 0o7777);
  const temporary = `${file}.${Math.floor(Math.random() * 2 ** 32)}`;
  const descriptor = openSync(temporary, 'wx', mode);
  addTemporary(temporary);
  try {
    try {
      writeFileSync(descriptor, content);
      if (former) keepOwner(descriptor, former);
      // The system has subtracted its mask from the permissions of the new file.
      if (mode !== undefined) ignoreRefusal(() => fchmodSync(descriptor, mode));
      await flush(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    removeTemporary(temporary);
  }
}

function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  const present = fstatSync(descriptor);
  if (present.uid !== uid || present.gid !== gid) ignoreRefusal(() => fchownSync(descriptor, uid, gid));
}

/** Only root may give a file to another user, and some file systems have neither owners nor permissions. */
function ignoreRefusal(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function addTemporary(file: string): void {
  if (temporaryFiles.size === 0) process.on('exit', deleteTemporaryFiles);
  temporaryFiles.add(file);
}

function removeTemporary(file: string): void {
  temporaryFiles.delete(file);
  if (temporaryFiles.size === 0) process.off('exit', deleteTemporaryFiles);
}

function deleteTemporaryFiles(): void {
  for (const file of temporaryFiles) rmSync(file, { force: true });
}
