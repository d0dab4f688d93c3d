/** Removes the ids of the requests and folders in a copy. */
import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { join, type CollectionFiles } from '../files/collection-writer.ts';
import type { GuardedFolder } from '../files/guarded-folder.ts';
import { FOLDER_FILE, isYamlFile } from '../files/names.ts';
import { isRequest } from '../format/open-collection.ts';
import { parseYaml } from '../format/parse-yaml.ts';
import { applyInfo } from './edit-request.ts';

/** An id has to be unique, and scripts that use it mean the original. */
export async function removeIds(folder: GuardedFolder, { read, write }: CollectionFiles, id: string): Promise<void> {
  const target = folder.entryOf(id);
  const isDirectory = lstatSync(target).isDirectory();
  const below = isDirectory ? await readdir(target, { recursive: true, withFileTypes: true }) : [];
  const filesBelow = below
    .filter((entry) => entry.isFile() && isYamlFile(entry.name))
    .map((entry) => join(id, path.relative(target, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')));
  for (const file of lstatSync(target).isFile() ? [id] : filesBelow) {
    const text = await read(file);
    const next = withoutId(text, file);
    if (next !== text) await write(file, next);
  }
}

/**
 * Returns the text of a request's or folder's file without its id. Any other text, and one that cannot be parsed, is
 * returned unchanged.
 */
function withoutId(text: string, file: string): string {
  try {
    const json = parseYaml(text, file) as { info?: { id?: unknown } } | null;
    const isEntry = path.posix.basename(file) === FOLDER_FILE || (json !== null && isRequest(json));
    return isEntry && json?.info?.id !== undefined ? applyInfo(text, { id: null }, file) : text;
  } catch {
    return text;
  }
}
