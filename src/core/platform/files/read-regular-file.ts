/** Reads a file that may come from a stranger: it does not wait for a pipe, and does not read a large file. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codedError } from '../../../contract/errors.ts';
import { gatherBytes } from '../gather-bytes.ts';
import { requireOpened } from './opened-path.ts';

/** Opening a pipe would otherwise block one of Node's four threads until somebody writes to the pipe. */
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);
const MIB = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/**
 * @param maxBytes the largest size
 * @param options.isChecked `file` is a real path that was checked by the guard: another file, opened through a link of
 * meanwhile, is refused
 * @throws FileTooLarge, FileUnreadable for a pipe, a device or a socket, else the system's error (EISDIR for a folder)
 */
export async function readRegularFile(
  file: string,
  maxBytes: number,
  { isChecked = false }: { isChecked?: boolean } = {},
): Promise<Buffer> {
  const handle = await open(file, FLAGS);
  try {
    if (isChecked) requireOpened(handle.fd, file);
    const stats = await handle.stat();
    if (!stats.isFile() && !stats.isDirectory())
      throw codedError('FileUnreadable', `${file} is not a regular file.`, 'Replace it by a file.');
    if (stats.isFile() && stats.size > maxBytes) throw tooLarge(file, maxBytes, stats.size);
    return await readPieces(handle, stats.isFile() ? stats.size : 0, () => tooLarge(file, maxBytes), maxBytes);
  } finally {
    await handle.close();
  }
}

/** The size of the file is not relied on: the system's own files (/proc) say 0, and another program may append. */
async function readPieces(handle: FileHandle, size: number, refuse: () => Error, maxBytes: number): Promise<Buffer> {
  const pieces = gatherBytes();
  let total = 0;
  // One byte more than expected, so that the end of an unchanged file is found with the second read.
  for (let length = size === 0 ? PIECE_BYTES : size + 1; ; length = PIECE_BYTES) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, null);
    if (bytesRead === 0) return pieces.end();
    total += bytesRead;
    if (total > maxBytes) throw refuse();
    pieces.add(buffer.subarray(0, bytesRead));
  }
}

function tooLarge(file: string, maxBytes: number, size?: number): Error {
  const inMegabytes = (bytes: number) => `${(bytes / MIB).toFixed(1)} MB`;
  const found = size === undefined ? 'more' : inMegabytes(size);
  return codedError('FileTooLarge', `${file} has ${found}; ${inMegabytes(maxBytes)} are allowed.`);
}
