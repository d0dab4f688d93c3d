/** The SHA-256 of a file, as it is at this moment. */
import { createHash, hash } from 'node:crypto';
import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync } from 'node:fs';
import { codedError } from '../../../contract/errors.ts';

export interface FileHash {
  /** 64 hexadecimal digits. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Bytes. Up to this size a file is read each time, which takes less than a tenth of a millisecond. */
const ALWAYS_READ = 64 * 1024;
/** The coarsest time stamps that a file system has (FAT). */
const STAMP_MS = 2000;
const MAX_REMEMBERED = 2000;

/**
 * Larger files, by their path. Whoever writes to a file sets its `ctime`, and no program without special rights can set
 * it back. Two writes between two ticks of the file system's clock leave the same stamp, so a file is remembered only
 * when its last change is longer ago than such a tick.
 */
const remembered = new Map<string, { stamp: string } & FileHash>();

/** @throws FileUnreadable when it is no regular file, else the error of the system */
export async function hashFile(file: string): Promise<FileHash> {
  // Asked at once: a thread of the pool takes longer than the answer. A pipe must not make the call wait for a writer.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    if (!stat.isFile()) throw codedError('FileUnreadable', `${file} is no regular file.`);
    const size = Number(stat.size);
    if (size <= ALWAYS_READ) return { sha256: hash('sha256', readFileSync(descriptor)), size };
    const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
    const known = remembered.get(file);
    if (known?.stamp === stamp) return known;
    const hashed = { sha256: await hashStream(descriptor), size };
    remembered.delete(file);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (Date.now() - Number(stat.ctimeMs) > STAMP_MS) remembered.set(file, { stamp, ...hashed });
    return hashed;
  } finally {
    closeSync(descriptor);
  }
}

async function hashStream(descriptor: number): Promise<string> {
  const digest = createHash('sha256');
  const bytes = createReadStream('', { fd: descriptor, autoClose: false, highWaterMark: 1024 * 1024 });
  for await (const piece of bytes) digest.update(piece as Buffer);
  return digest.digest('hex');
}
