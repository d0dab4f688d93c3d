/**
 * Decides which files a request may send. A request file, a script or an import can name any path, so a path alone is
 * no permission: the file has to be in the workspace or allowed by the person.
 */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codedError, textHere } from '../../../contract/errors.ts';
import { abortable } from '../../platform/abortable.ts';
import { requireOpened } from '../../platform/files/opened-path.ts';
import { isInside, resolveInside, resolveLinks } from '../../platform/files/paths.ts';
import { privateFolders } from '../../platform/files/user-folders.ts';

/** The folder in which older versions have stored cookies and history of a workspace. */
const STATE_FOLDER = '.outrigger';

/**
 * The absolute path, with links resolved, of a file that may be sent; relative paths start at the workspace folder.
 * @throws OutsideWorkspace when nobody has allowed it, NotAllowed when it can never be sent
 */
export type BodyFilePolicy = (file: string) => string;

const resolved = (file: string): string => resolveLinks(path.resolve(file)) ?? path.resolve(file);
const isIn = (list: readonly string[], file: string): boolean =>
  list.some((entry) => entry === file || isInside(entry, file));

/**
 * @param allowed absolute paths with links resolved: files, or folders with everything in them. They are not resolved
 * again, so that a file which is replaced by a link later does not allow the target of that link.
 * @param forbidden folders of which no file is sent, even when it is allowed or in the workspace. A workspace inside
 * such a folder (the sample is one) can still send its own files.
 */
export function createBodyFilePolicy({
  root,
  allowed = [],
  forbidden = [...privateFolders(), path.join(root, STATE_FOLDER)],
}: {
  root: string;
  allowed?: readonly string[];
  forbidden?: readonly string[];
}): BodyFilePolicy {
  const realRoot = resolved(root);
  const folders = forbidden.map(resolved);
  const around = folders.filter((folder) => isInside(folder, realRoot));
  const within = folders.filter((folder) => !isInside(folder, realRoot));
  const isPrivate = (file: string) => isIn(within, file) || (isIn(around, file) && !isInside(realRoot, file));
  return (file) => {
    const realFile = resolveLinks(path.resolve(root, file));
    if (realFile !== undefined && isPrivate(realFile)) {
      const message = `${realFile} is a file of Outrigger itself and is never sent.`;
      throw codedError('NotAllowed', message, 'Copy what you need of it to a file in the workspace.');
    }
    if (realFile !== undefined && isIn(allowed, realFile)) return realFile;
    try {
      return resolveInside(root, file);
    } catch (error) {
      const remedy = textHere({
        window: 'Move the file into the workspace, or allow it on the Body tab of the request.',
        terminal: 'Move the file into the workspace, or allow it with --allow-file.',
      });
      throw codedError('OutsideWorkspace', `The body cannot be sent: ${(error as Error).message}`, remedy);
    }
  };
}

/** An open file, with its size when it was opened. */
export interface BodyFile {
  path: string;
  /** The number of bytes to send, even if the file grows meanwhile. */
  size: number;
  /**
   * The content from its first byte; may be read several times. @throws RequestFailed when the file has become shorter
   */
  read(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 64 * 1024;
/** Opening a pipe would otherwise block its thread until somebody writes to the pipe. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens the file that `policy` has checked: a file that replaces it at this path later is not read.
 * @param signal ends waiting for the file, which a network drive without a connection opens after minutes or never
 * @throws the reason of the signal; FileNotFound, FileUnreadable, InvalidRequest, and the errors of the policy
 */
export async function openBodyFile(
  file: string,
  policy: BodyFilePolicy | undefined,
  signal?: AbortSignal,
): Promise<BodyFile> {
  signal?.throwIfAborted();
  const opening = openChecked(file, policy);
  try {
    return await abortable(opening, signal);
  } catch (error) {
    opening.then((opened) => closeFiles([opened])).catch(() => undefined);
    throw error;
  }
}

/** Closes all: a file that was only read loses nothing when it cannot be closed. */
export async function closeFiles(files: readonly Pick<BodyFile, 'close'>[]): Promise<void> {
  await Promise.allSettled(files.map((file) => file.close()));
}

async function openChecked(file: string, policy: BodyFilePolicy | undefined): Promise<BodyFile> {
  if (file === '') throw codedError('InvalidRequest', 'The body is a file, but no file is chosen.', 'Choose the file.');
  if (!policy) {
    throw codedError('OutsideWorkspace', `${file} cannot be sent: there is no workspace.`, 'Open a workspace first.');
  }
  const realFile = policy(file);
  const handle = await open(realFile, FLAGS).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw codedError('FileNotFound', `The file of the body does not exist: ${realFile}`);
    }
    throw codedError('FileUnreadable', `The file of the body cannot be opened: ${message}`);
  });
  try {
    requireOpened(handle.fd, realFile);
    const info = await handle.stat();
    if (!info.isFile()) {
      const kind = info.isDirectory() ? 'a folder' : 'not a regular file';
      throw codedError('InvalidRequest', `The file of the body is ${kind}: ${realFile}`, 'Choose a file.');
    }
    const { size } = info;
    return { path: realFile, size, read: () => readHandle(handle, realFile, size), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** As in Bruno, a larger file is only streamed. */
const MAX_READ_BYTES = 20 * 1024 * 1024;

/**
 * The content of a file, under the same conditions as it is sent.
 * @returns undefined where it cannot be sent, or is larger than 20 MiB
 */
export async function readBodyFile(file: string, policy: BodyFilePolicy | undefined): Promise<Buffer | undefined> {
  const opened = await openBodyFile(file, policy).catch(() => undefined);
  if (!opened) return undefined;
  try {
    if (opened.size > MAX_READ_BYTES) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of opened.read()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  } finally {
    await opened.close();
  }
}

async function* readHandle(handle: FileHandle, file: string, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      throw codedError('RequestFailed', `${file} became shorter while it was sent.`, 'Send the request again.');
    }
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
