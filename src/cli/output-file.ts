/** The files that commands write: reports, lock files, variables. */
import { closeSync, constants, createWriteStream, fstatSync, openSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codedError } from '../contract/errors.ts';
import { isDevice, writeAtomically } from '../core/platform/files/write-atomically.ts';
import { writeFailure } from '../core/platform/files/write-errors.ts';

const CHUNK_CHARACTERS = 64 * 1024;

/** Fewer and larger pieces: a stream takes longer to pass on a request's text than its writer takes to make it. */
function* inChunks(text: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of text) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

async function writeToStdout(text: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(inChunks(text)), process.stdout, { end: false });
  } catch (error) {
    // The reader needs no more of it (`| head`), and the command's exit code stays that of the run.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/**
 * Opens a file for writing, which may be a pipe of a shell, such as `>(command)`. Opening a pipe that no program reads
 * would otherwise wait without end in one of Node's threads, and the process could not end before.
 */
function openForWriting(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  try {
    return openSync(file, O_WRONLY | O_APPEND | O_CREAT | (process.platform === 'win32' ? 0 : O_NONBLOCK), 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO' || !statSync(file).isFIFO()) throw error;
    throw new Error('It is a pipe that no program reads.', { cause: error });
  }
}

async function writeInto(file: string, text: Iterable<string>): Promise<void> {
  const opened = openForWriting(file);
  try {
    await pipeline(Readable.from(inChunks(text)), createWriteStream(file, { mode: 0o600 }));
  } finally {
    closeSync(opened);
  }
}

/**
 * @param file undefined: to the terminal
 * @throws WriteFailed
 */
export async function writeReport(file: string | undefined, text: Iterable<string>): Promise<void> {
  if (file === undefined) return writeToStdout(text);
  try {
    await writeInto(file, text);
  } catch (error) {
    writeFailed('report', file, error);
  }
}

/**
 * Writes a file that is complete at any time.
 * @param content what the file is for, in the message
 * @param mode the permissions of the file; absent: those of the file that it replaces
 * @throws WriteFailed
 */
export async function writeOutput(content: string, file: string, text: string, mode?: number): Promise<void> {
  try {
    const former = statSync(file, { throwIfNoEntry: false });
    if (former && isDevice(former)) await writeInto(file, [text]);
    else await writeAtomically(file, text, mode === undefined ? {} : { mode });
  } catch (error) {
    writeFailed(content, file, error);
  }
}

/** @param content what the file is for, in the message. @throws WriteFailed */
export function requireWritable(file: string, content = 'report'): void {
  try {
    const opened = openForWriting(file);
    // The reader of a pipe would take closing for the end of what it reads: a pipe stays open until the process ends.
    if (!fstatSync(opened).isFIFO()) closeSync(opened);
  } catch (error) {
    const message = `The ${content} ${file} cannot be written: ${(error as Error).message}`;
    throw codedError('WriteFailed', message, 'Name a file in a folder that exists and can be written to.');
  }
}

function writeFailed(content: string, file: string, error: unknown): never {
  throw writeFailure(`The ${content} ${file}`, error);
}
