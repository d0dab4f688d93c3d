/** Reads a file that may come from a stranger: a pipe is not waited for, and a large file is not read. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { codedError } from '../../../contract/errors.ts';

/** Opening a pipe would otherwise hold up a thread of Node, of which there are four, until somebody writes to it. */
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);
const MIB = 1024 * 1024;

/**
 * @param maxBytes the largest size
 * @throws FileTooLarge, FileUnreadable for a pipe, a device or a socket, else the error of the system (EISDIR for a folder)
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(file, FLAGS);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() && !stats.isDirectory())
      throw codedError('FileUnreadable', `${file} is not a regular file.`, 'Replace it by a file.');
    if (stats.isFile() && stats.size > maxBytes) {
      const [size, limit] = [stats.size, maxBytes].map((bytes) => `${(bytes / MIB).toFixed(1)} MB`);
      throw codedError('FileTooLarge', `${file} has ${size}; ${limit} are allowed.`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
