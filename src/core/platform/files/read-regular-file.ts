/** Reads a file that may come from a stranger: it does not wait for a pipe, and does not read a large file. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { codedError } from '../../../contract/errors.ts';
import { requireOpened } from './opened-path.ts';

/** Opening a pipe would otherwise block one of Node's four threads until somebody writes to the pipe. */
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);
const MIB = 1024 * 1024;

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
    if (stats.isFile() && stats.size > maxBytes) {
      const [size, limit] = [stats.size, maxBytes].map((bytes) => `${(bytes / MIB).toFixed(1)} MB`);
      throw codedError('FileTooLarge', `${file} has ${size}; ${limit} are allowed.`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
