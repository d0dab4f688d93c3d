/**
 * Reads a file that the command line names. It may be a pipe, such as `<(command)` of a shell, which is read without one
 * of Node's threads for files: a process could not end while its thread waits for somebody to write.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { codedError, isErrorCode } from '../contract/errors.ts';
import { gatherBytes } from '../core/platform/gather-bytes.ts';
import { utf16Text } from '../contract/utf16-text.ts';
import { stopOnSignals } from './console/end-signals.ts';

const MIB = 1024 * 1024;
const MAX_BYTES = 256 * MIB;
const PIECE_BYTES = 64 * 1024;
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/**
 * @param description the content of the file as a part of a sentence, such as "data file"
 * @throws FileNotFound when it cannot be read, FileTooLarge, Cancelled when the command is asked to end
 */
export async function readInputFile(file: string, description: string, maxBytes = MAX_BYTES): Promise<string> {
  const tooLarge = () => codedError('FileTooLarge', `The ${description} ${file} has more than ${maxBytes / MIB} MB.`);
  try {
    const descriptor = openSync(path.resolve(file), FLAGS);
    const isPipe = fstatSync(descriptor).isFIFO();
    const bytes = await (isPipe ? readPipe : readPieces)(descriptor, maxBytes, tooLarge);
    return utf16Text(bytes) ?? bytes.toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (isErrorCode(code)) throw error;
    throw codedError('FileNotFound', `The ${description} ${file} cannot be read: ${message}`);
  }
}

/** The whole content of a file, or of a device that has an end. Closes the descriptor. */
function readPieces(descriptor: number, maxBytes: number, tooLarge: () => Error): Buffer {
  const whole = gatherBytes();
  try {
    for (let size = 0; ;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const bytesRead = readSync(descriptor, piece);
      if (bytesRead === 0) return whole.end();
      size += bytesRead;
      if (size > maxBytes) throw tooLarge();
      whole.add(piece.subarray(0, bytesRead));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Like `readPieces`, without waiting in a thread. */
async function readPipe(descriptor: number, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const stop = stopOnSignals();
  // The socket closes the descriptor.
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  stop.signal.addEventListener('abort', () => pipe.destroy(codedError('Cancelled', 'The command was stopped.')));
  try {
    const whole = gatherBytes();
    let size = 0;
    for await (const bytes of pipe as AsyncIterable<Buffer>) {
      size += bytes.length;
      if (size > maxBytes) throw tooLarge();
      whole.add(bytes);
    }
    return whole.end();
  } finally {
    stop.release();
    pipe.destroy();
  }
}
