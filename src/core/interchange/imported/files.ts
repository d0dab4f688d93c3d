/** Files of an imported folder beside its requests: files that bodies send, and modules that scripts require. */
import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toFailure } from '../../../contract/errors.ts';
import { openGuardedFolder } from '../../collection/files/guarded-folder.ts';
import { MIB, sizeText } from '../../collection/files/limits.ts';
import { abortable } from '../../platform/abortable.ts';
import type { ImportedFiles, ImportedItem, ImportWarning } from './imported.ts';

const MAX_FILE_BYTES = 100 * MIB;
const MAX_FILES = 5000;
/** For all files together: a sparse file takes little room where it is, and its whole size as a copy. */
const MAX_TOTAL_BYTES = 1024 * MIB;

/** Paths of the files that bodies name, except those that contain variables or lead out of the folder. */
export function bodyFilesOf(items: readonly ImportedItem[]): string[] {
  return items.flatMap((item) => {
    if ('items' in item) return bodyFilesOf(item.items);
    const body = item.request.http?.body;
    if (!body || Array.isArray(body)) return [];
    if (body.type === 'file') return body.data.map(({ filePath }) => filePath);
    if (body.type !== 'multipart-form') return [];
    return body.data.flatMap(({ type, value }) => (type === 'file' ? [value].flat() : []));
  });
}

interface CopyFolders {
  /** The real path of the workspace. */
  root: string;
  sourceOf: (file: string) => string;
  targetOf: (file: string) => string;
  /** Counts the bytes of a file. @returns why it is left out */
  take: (bytes: number) => string | undefined;
  signal: AbortSignal | undefined;
}

/**
 * Copies the files to the same relative paths of the workspace. No file is overwritten.
 * @param options `signal` ends the copying: the files that are whole by then stay
 * @returns the files that were not copied, with reasons
 */
export async function copyImportedFiles(
  root: string,
  { folder, paths }: ImportedFiles,
  { maxTotalBytes = MAX_TOTAL_BYTES, signal }: { maxTotalBytes?: number; signal?: AbortSignal | undefined } = {},
): Promise<ImportWarning[]> {
  let totalBytes = 0;
  const folders: CopyFolders = {
    root: realpathSync.native(root),
    sourceOf: openGuardedFolder(folder).targetOf,
    targetOf: openGuardedFolder(root).entryOf,
    take(bytes) {
      if (bytes > MAX_FILE_BYTES) return `it is larger than ${sizeText(MAX_FILE_BYTES)}`;
      if (totalBytes + bytes > maxTotalBytes) return `all files together are larger than ${sizeText(maxTotalBytes)}`;
      totalBytes += bytes;
      return undefined;
    },
    signal,
  };
  const problems: ImportWarning[] = [];
  const relativePaths = [...new Set(paths)].filter(
    (other) => other !== '' && !other.includes('{{') && !path.isAbsolute(other),
  );
  for (const file of relativePaths.slice(0, MAX_FILES)) {
    if (signal?.aborted) break;
    const what = await copyOne(folders, file).catch((error: unknown) => `the file: ${toFailure(error).message}`);
    if (what !== undefined) problems.push({ where: file, what });
  }
  if (relativePaths.length > MAX_FILES) {
    problems.push({ where: folder, what: `${relativePaths.length - MAX_FILES} files: ${MAX_FILES} are copied` });
  }
  return problems;
}

/** A folder or file into which no import writes; on some systems its name may have capitals. */
const isReserved = (name: string): boolean => name.startsWith('.') || /^(programs|node_modules)$/i.test(name);

async function copyOne(
  { root, sourceOf, targetOf, take, signal }: CopyFolders,
  file: string,
): Promise<string | undefined> {
  const [from, to] = [sourceOf(file), targetOf(file)];
  // Programs that scripts can call, and what other tools run or obey, such as a hook of Git.
  const reserved = path.relative(root, to).split(path.sep).find(isReserved);
  if (reserved !== undefined) return `a file of the folder "${reserved}"`;
  const stats = await stat(from).catch(() => undefined);
  if (!stats?.isFile()) return 'the file: it does not exist';
  if (existsSync(to)) return from === to ? undefined : 'the file: one of this name exists already';
  const tooLarge = take(stats.size);
  if (tooLarge !== undefined) return `the file: ${tooLarge}`;
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, to, { mode: stats.mode, signal });
  return undefined;
}

/** Unlike `copyFile` of Node, it can be stopped. A copy that does not become whole is removed. */
async function copyFile(
  from: string,
  to: string,
  { mode, signal }: { mode: number; signal: AbortSignal | undefined },
): Promise<void> {
  const copy = await open(to, 'wx', mode & 0o777);
  try {
    const source = createReadStream(from, { highWaterMark: MIB });
    // A network drive that does not respond would keep the stream open.
    await abortable(pipeline(source, copy.createWriteStream(), signal ? { signal } : {}), signal);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}
