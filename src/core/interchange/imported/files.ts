/** Files of an imported folder beside its requests: files that bodies send, and modules that scripts require. */
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { toFailure } from '../../../contract/errors.ts';
import { openGuardedFolder } from '../../collection/files/guarded-folder.ts';
import { MIB, sizeText } from '../../collection/files/limits.ts';
import type { ImportedFiles, ImportedItem, ImportWarning } from './imported.ts';

const MAX_FILE_BYTES = 100 * MIB;
const MAX_FILES = 5000;

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

/**
 * Copies the files to the same relative paths of the workspace. No file is overwritten. @returns the files that were
 * not copied, with reasons
 */
export async function copyImportedFiles(root: string, { folder, paths }: ImportedFiles): Promise<ImportWarning[]> {
  const [source, target] = [openGuardedFolder(folder), openGuardedFolder(root)];
  const problems: ImportWarning[] = [];
  const relativePaths = [...new Set(paths)].filter(
    (other) => other !== '' && !other.includes('{{') && !path.isAbsolute(other),
  );
  for (const file of relativePaths.slice(0, MAX_FILES)) {
    const what = await copyOne(source.targetOf, target.entryOf, file).catch(
      (error: unknown) => `the file: ${toFailure(error).message}`,
    );
    if (what !== undefined) problems.push({ where: file, what });
  }
  if (relativePaths.length > MAX_FILES) {
    problems.push({ where: folder, what: `${relativePaths.length - MAX_FILES} files: ${MAX_FILES} are copied` });
  }
  return problems;
}

async function copyOne(
  sourceOf: (file: string) => string,
  targetOf: (file: string) => string,
  file: string,
): Promise<string | undefined> {
  // An import never writes into the folder whose programs scripts can call.
  if (/^(\.\/)?programs\//.test(path.posix.normalize(file))) return 'a file of the folder "programs"';
  const [from, to] = [sourceOf(file), targetOf(file)];
  const stats = await stat(from).catch(() => undefined);
  if (!stats?.isFile()) return 'the file: it does not exist';
  if (stats.size > MAX_FILE_BYTES) return `the file: it is larger than ${sizeText(MAX_FILE_BYTES)}`;
  if (existsSync(to)) return from === to ? undefined : 'the file: one of this name exists already';
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_EXCL);
  return undefined;
}
