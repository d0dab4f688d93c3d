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
  readFileSync,
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
import { changedOnDisk, writeFailure } from './write-errors.ts';

const flush = promisify(fsync);

/** The last write of each file that is under way: writes of one file happen in the order of their calls. */
const lastWrites = new Map<string, Promise<void>>();
/** Temporary files, which are deleted when the process exits. The hosts and the command line exit upon a signal. */
const temporaryFiles = new Set<string>();

export interface WriteOptions {
  /** What errors call the file; absent: its path. */
  name?: string;
  /** Permissions of the file; absent: those of the file that is replaced. */
  mode?: number;
  /** The content of the file that the new content was made from, null: there was none. Absent: any is replaced. */
  former?: string | null | undefined;
}

/**
 * @throws WriteFailed for a pipe, a device or a socket, such as /dev/null, which is not replaced; FileChangedOnDisk when
 *   the file has neither the former nor the new content directly before it is replaced; WriteFailed with the system's
 *   error as its cause
 */
export function writeAtomically(file: string, content: string | Buffer, options: WriteOptions = {}): Promise<void> {
  const absolute = path.resolve(file);
  const write = () =>
    replaceFile(resolveLinks(absolute) ?? absolute, content, options).catch((error: unknown) => {
      throw writeFailure(options.name ?? absolute, error);
    });
  const writing = (lastWrites.get(absolute) ?? Promise.resolve()).then(write, write);
  lastWrites.set(absolute, writing);
  const forget = () => void (lastWrites.get(absolute) === writing && lastWrites.delete(absolute));
  writing.then(forget, forget);
  return writing;
}

/** Whether it is a device, a pipe or a socket, which must not be replaced by a file. */
export const isDevice = (stats: Stats): boolean => !stats.isFile() && !stats.isDirectory();

async function replaceFile(file: string, content: string | Buffer, options: WriteOptions): Promise<void> {
  const former = statSync(file, { throwIfNoEntry: false });
  if (former && isDevice(former)) {
    throw codedError('WriteFailed', `${file} is not a regular file, and is not replaced by one.`, 'Name another file.');
  }
  const mode = options.mode ?? (former && former.mode & 0o7777);
  const temporary = `${beginningOf(file)}.${Math.floor(Math.random() * 2 ** 32)}`;
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
    // Flushing takes milliseconds, in which another page, process or editor may have written the file.
    if (options.former !== undefined && !holdsOneOf(file, [options.former, content])) {
      throw changedOnDisk(options.name ?? path.basename(file));
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    removeTemporary(temporary);
  }
}

/** With its whole name, the temporary file of a file with a long name would have a name that is too long. */
const beginningOf = (file: string): string => path.join(path.dirname(file), path.basename(file).slice(0, 60));

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** @param allowed null: there may be no file; a byte order mark need not be in them */
function holdsOneOf(file: string, allowed: readonly (string | Buffer | null)[]): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  return size === undefined ? allowed.includes(null) : hasContent(file, size, allowed);
}

function hasContent(file: string, size: number, allowed: readonly (string | Buffer | null)[]): boolean {
  const contents = allowed.flatMap((item) => (item === null ? [] : [Buffer.from(item)]));
  if (contents.every(({ length }) => length !== size && length + BYTE_ORDER_MARK.length !== size)) return false;
  const present = readFileSync(file);
  return contents.some(
    (content) => content.equals(present) || Buffer.concat([BYTE_ORDER_MARK, content]).equals(present),
  );
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
