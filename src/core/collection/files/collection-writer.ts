/** Reads, writes and creates the files of a collection; new files get a name that is free. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { codedError } from '../../../contract/errors.ts';
import { openGuardedFolder } from './guarded-folder.ts';
import { collectionLimits } from './limits.ts';
import { moveEntry } from './move-entry.ts';
import { createFolderNames, FOLDER_FILE, type EntryKind, type FolderNames } from './names.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { whyNotWritten } from '../../platform/files/write-errors.ts';

/**
 * Paths are relative to the collection's folder, with `/`. No method follows a link out of the folder
 * (OutsideWorkspace).
 */
export interface CollectionFiles {
  /** True for a link as well, wherever it leads. */
  exists(relative: string): Promise<boolean>;
  read(relative: string): Promise<string>;
  /**
   * @param former the text that the new one was made from, null where there was no file; absent: any text is replaced
   * @throws FileChangedOnDisk when the file has another text meanwhile
   */
  write(relative: string, text: string, former?: string | null): Promise<void>;
  /** Creates a file. @throws WriteFailed when it exists */
  create(relative: string, text: string): Promise<void>;
  /** A free path in a folder. @param place.current the present path of the entry, which counts as free */
  freePath(place: { parent: string; name: string; kind: EntryKind; current?: string | undefined }): Promise<string>;
  /** Moves a file or folder to a free path. */
  moveFile(file: string, next: string): Promise<void>;
  /** Free names in a folder; the folder need not exist. */
  namesIn(folder: string): Promise<FolderNames>;
  /** Names of the files and folders in a folder; none when it does not exist. */
  list(folder: string): Promise<string[]>;
  /** Creates a request whose file has its name. @returns the file */
  addRequest(parent: string, name: string, text: string): Promise<string>;
  addFolder(parent: string, name: string): Promise<string>;
}

export function openCollectionFiles(root: string): CollectionFiles {
  const folder = openGuardedFolder(root);

  const read = (relative: string) => folder.readText(relative, collectionLimits.fileBytes);
  const write = (relative: string, text: string, former?: string | null) =>
    withCodes(relative, async () => {
      const file = folder.targetOf(relative);
      mkdirSync(path.dirname(file), { recursive: true });
      await writeAtomically(file, text, { name: relative, former });
    });
  const create = (relative: string, text: string) =>
    withCodes(relative, async () => {
      const file = folder.entryOf(relative);
      mkdirSync(path.dirname(file), { recursive: true });
      // Opening the file exclusively reserves its name; the text then replaces the empty file in one step.
      closeSync(openSync(file, 'wx'));
      await writeAtomically(file, text, { name: relative });
    });
  const namesIn = async (parent: string) => createFolderNames(await folder.namesIn(parent));
  const freePath: CollectionFiles['freePath'] = async (place) => {
    const existing = await folder.namesIn(place.parent);
    const otherNames = existing.filter((name) => join(place.parent, name) !== place.current);
    return join(place.parent, createFolderNames(otherNames).take(place.name, place.kind).file);
  };

  return {
    exists: (relative) => Promise.resolve().then(() => folder.has(relative)),
    read,
    write,
    create,
    freePath,
    moveFile: (file, next) =>
      withCodes(file, async () => {
        if (next !== file) await moveEntry(folder.entryOf(file), folder.entryOf(next));
      }),
    namesIn,
    list: (parent) => folder.namesIn(parent),
    async addRequest(parent, name, text) {
      const file = await freePath({ parent, name, kind: 'request' });
      await create(file, text);
      return file;
    },
    async addFolder(parent, name) {
      const folderPath = await freePath({ parent, name, kind: 'folder' });
      await create(`${folderPath}/${FOLDER_FILE}`, stringify({ info: { name, type: 'folder' } }));
      return folderPath;
    },
  };
}

export const join = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);

/** Turns errors of the file system into errors that say which action failed. */
export async function withCodes<T>(description: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw codedError('FileNotFound', `${description} no longer exists.`);
    if (code === 'EEXIST') throw codedError('WriteFailed', `${description} exists already.`, 'Choose another name.');
    if (typeof code === 'string' && /^(E[A-Z]+|ERR_FS_\w+)$/.test(code)) {
      const { reason, remedy } = whyNotWritten(error);
      throw codedError('WriteFailed', `${description} could not be changed: ${reason}`, remedy);
    }
    throw error;
  }
}
