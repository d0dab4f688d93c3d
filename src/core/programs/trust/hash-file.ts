/** The SHA-256 of a file's present content. */
import { createHash, hash } from 'node:crypto';
import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync } from 'node:fs';
import { codedError } from '../../../contract/errors.ts';

export interface FileHash {
  /** 64 hexadecimal digits. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Bytes. Files up to this size are read each time, which takes less than a tenth of a millisecond. */
const ALWAYS_READ = 64 * 1024;
/** The coarsest time stamps of a file system (FAT), in milliseconds. */
const STAMP_MS = 2000;
const MAX_CACHED = 2000;

/**
 * Hashes of larger files by their path. Writing to a file sets its `ctime`, which no program without special rights can
 * set back. Two writes within one tick of the file system's clock leave the same stamp, so a hash is cached only when
 * the last change is older than such a tick.
 */
const hashCache = new Map<string, { stamp: string } & FileHash>();

/** @throws FileUnreadable when it is not a regular file, else the system's error */
export async function hashFile(file: string): Promise<FileHash> {
  // Synchronous, because a thread of Node's pool takes longer than the system call. Non-blocking, so that a pipe does
  // not make the call wait for a writer.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    if (!stat.isFile()) throw codedError('FileUnreadable', `${file} is not a regular file.`, 'Replace it by a file.');
    const size = Number(stat.size);
    if (size <= ALWAYS_READ) return { sha256: hash('sha256', readFileSync(descriptor)), size };
    const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
    const cachedHash = hashCache.get(file);
    if (cachedHash?.stamp === stamp) return cachedHash;
    const hashed = { sha256: await hashStream(descriptor), size };
    hashCache.delete(file);
    if (hashCache.size >= MAX_CACHED) hashCache.clear();
    if (Date.now() - Number(stat.ctimeMs) > STAMP_MS) hashCache.set(file, { stamp, ...hashed });
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
