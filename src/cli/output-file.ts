/** The files that commands write: reports, lock files, variables. Only the user can read them. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codedError } from '../contract/errors.ts';

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
 * @param file undefined: to the terminal
 * @throws WriteFailed
 */
export async function writeReport(file: string | undefined, text: Iterable<string>): Promise<void> {
  if (file === undefined) return writeToStdout(text);
  try {
    await pipeline(Readable.from(inChunks(text)), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    throw codedError('WriteFailed', `The report ${file} could not be written: ${(error as Error).message}`);
  }
}

/** @param content what the file is for, in the message. @throws WriteFailed */
export async function requireWritable(file: string, content = 'report'): Promise<void> {
  try {
    await (await open(file, 'a', 0o600)).close();
  } catch (error) {
    const message = `The ${content} ${file} cannot be written: ${(error as Error).message}`;
    throw codedError('WriteFailed', message, 'Name a file in a folder that exists and can be written to.');
  }
}
