/** Changes in the tree of a collection: entries are renamed, copied, moved, and deleted in a way that can be undone. */
import { closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { compareNames } from '../../../contract/compare-names.ts';
import type { DeletedEntry } from '../../../contract/collection/collection.ts';
import { codedError } from '../../../contract/errors.ts';
import { isInside } from '../../platform/files/paths.ts';
import { join, openCollectionFiles, withCodes, type CollectionFiles } from '../files/collection-writer.ts';
import { increasingNumbers } from './seq-numbers.ts';
import { applyInfo } from './edit-request.ts';
import { removeIds } from './remove-ids.ts';
import { openGuardedFolder, readTextFile, type GuardedFolder } from '../files/guarded-folder.ts';
import { createFolderNames, ENVIRONMENTS, FOLDER_FILE, type EntryKind } from '../files/names.ts';
import { parseYaml } from '../format/parse-yaml.ts';
import { openTrash, type TrashEntry } from '../files/trash.ts';

export interface CollectionEdit extends CollectionFiles {
  /** @returns the path of the renamed file or folder */
  rename(id: string, name: string): Promise<string>;
  /**
   * The copy of an entry with a number follows its original; a copy without a number is sorted by its name.
   * @param siblings the entries of its folder
   */
  duplicate(id: string, name: string, siblings?: Siblings): Promise<string>;
  /** @returns a token for `restore` */
  remove(id: string): Promise<string>;
  /** Puts a deleted entry back. Where its name is taken by now, it gets another one. @returns its file or folder */
  restore(token: string): Promise<string>;
  /** Deleted entries that can be restored, the latest first. */
  deleted(): Promise<DeletedEntry[]>;
  /** Deletes an entry of the trash permanently. */
  purge(token: string): Promise<void>;
  /** Moves an entry, and changes as few files as possible. @returns its path */
  move(id: string, target: MoveTarget): Promise<string>;
}

/** The entries of a folder, which a change renumbers. */
export interface Siblings {
  /** In their order, as they were loaded: their files are not read. */
  order: readonly Neighbour[];
  /** Whether each of them gets a number. Default: the last ones need none while their names are in order. */
  numbersAll?: boolean;
}

/** A place in a folder, with the entries that are there. */
export interface MoveTarget extends Siblings {
  /** The path of the folder; empty: the collection itself. */
  parent: string;
  /** The entry that follows; null: none. */
  before: string | null;
}

/** An entry of a folder, with its name and the number that its file gives. */
export interface Neighbour {
  id: string;
  name: string;
  seq: number | undefined;
}

/** @param options.trash the folder for deleted entries: outside of the workspace, on any file system */
export function editCollection(options: { root: string; trash: string }): CollectionEdit {
  const folder = openGuardedFolder(options.root);
  const files = openCollectionFiles(options.root);
  const { freePath, moveFile } = files;
  const entryInfo = createEntryInfo(folder, files);
  const { infoOf, isFolder, kindOf, setInfo, withInfo } = entryInfo;
  const number = createNumbering(setInfo);

  return {
    ...files,
    ...createDeletions(folder, openTrash(options.trash)),
    rename: createRename(files, entryInfo),
    duplicate: (id, name, { order, numbersAll } = { order: [] }) =>
      withCodes(id, async () => {
        const next = await freePath({ parent: parentOf(id), name, kind: kindOf(id) });
        // Refuses a damaged file before anything is copied.
        await withInfo(id, { name });
        const source = folder.targetOf(id);
        const copy = folder.entryOf(next);
        reserve(copy, source);
        try {
          await cp(source, copy, {
            recursive: true,
            verbatimSymlinks: true,
            filter: (file) => file === source || !leadsOut(folder, file),
          });
          await removeIds(folder, files, next);
          await setInfo(next, { name });
          const index = order.findIndex((item) => item.id === id) + 1;
          const sorted = [...order.slice(0, index), { id: next, name, seq: undefined }, ...order.slice(index)];
          if (order[index - 1]?.seq !== undefined) await number(sorted, numbersAll);
        } catch (error) {
          // An incomplete copy would look like an entry that the person has created.
          await rm(copy, { recursive: true, force: true });
          throw error;
        }
        return next;
      }),
    move: (id, { parent, before, order, numbersAll }) =>
      withCodes(id, async () => {
        if (parent !== '' && isAtOrInside(folder.targetOf(id), folder.targetOf(parent))) {
          throw codedError('InvalidParams', 'A folder cannot be moved into itself.', 'Choose another folder.');
        }
        const next =
          parentOf(id) === parent ? id : await freePath({ parent, name: baseOf(id, isFolder(id)), kind: kindOf(id) });
        await moveFile(id, next);
        const others = order.filter((item) => item.id !== id);
        const indexOfNeighbour = others.findIndex((item) => item.id === before);
        const index = before === null ? others.length : Math.max(0, indexOfNeighbour);
        const sorted = [...others.slice(0, index), { id: next, ...(await infoOf(next)) }, ...others.slice(index)];
        await number(sorted, numbersAll);
        return next;
      }),
  };
}

/** Renames the file of an entry and then changes the name in it; if either fails, the entry stays as it was. */
function createRename(
  { freePath, moveFile }: CollectionFiles,
  { kindOf, withInfo, writeInfo }: ReturnType<typeof createEntryInfo>,
): CollectionEdit['rename'] {
  return (id, name) =>
    withCodes(id, async () => {
      const next = await freePath({ parent: parentOf(id), name, kind: kindOf(id), current: id });
      // Refuses a damaged file before anything is changed.
      await withInfo(id, { name });
      await moveFile(id, next);
      try {
        await writeInfo(next, { name });
      } catch (error) {
        await moveFile(next, id);
        throw error;
      }
      return next;
    });
}

/** Numbers the entries of a folder in their order. */
function createNumbering(setInfo: (id: string, info: NewInfo) => Promise<void>) {
  return async (sorted: readonly Neighbour[], all = false): Promise<void> => {
    const numbered = sorted.slice(0, all ? sorted.length : endOfNumbers(sorted));
    for (const [position, seq] of increasingNumbers(numbered.map((item) => item.seq)).entries()) {
      const item = numbered[position];
      if (item && seq !== item.seq) await setInfo(item.id, { seq });
    }
  };
}

/** Reads whether an entry is a request or a folder, and the name and position that its file gives. */
function createEntryInfo(folder: GuardedFolder, { read, write }: CollectionFiles) {
  const isFolder = (id: string) => statSync(folder.targetOf(id)).isDirectory();
  const infoFile = (id: string) => (isFolder(id) ? `${id}/${FOLDER_FILE}` : id);
  /** The text of an entry's file as it is, and with other information. @throws CollectionDamaged */
  async function withInfo(id: string, info: NewInfo) {
    const file = infoFile(id);
    const isNew = !folder.has(file);
    const text = isNew ? stringify({ info: { name: path.basename(id), type: 'folder' } }) : await read(file);
    return { text, former: isNew ? null : text, next: applyInfo(text, info, file) };
  }
  return {
    async infoOf(id: string): Promise<EntryInfo> {
      const file = infoFile(id);
      const json = folder.has(file) ? parseYaml(await read(file), file) : null;
      const { seq, name } = (json as { info?: { seq?: unknown; name?: unknown } | null } | null)?.info ?? {};
      return {
        seq: typeof seq === 'number' ? seq : undefined,
        name: typeof name === 'string' ? name : baseOf(id, isFolder(id)),
      };
    },
    isFolder,
    kindOf: (id: string): EntryKind => (isFolder(id) ? 'folder' : 'request'),
    withInfo,
    async setInfo(id: string, info: NewInfo): Promise<void> {
      const { text, next, former } = await withInfo(id, info);
      if (next !== text) await write(infoFile(id), next, former);
    },
    /** Also where a folder had no file, and the name of the folder says the same. */
    async writeInfo(id: string, info: NewInfo): Promise<void> {
      const { next, former } = await withInfo(id, info);
      await write(infoFile(id), next, former);
    },
  };
}

interface NewInfo {
  name?: string;
  seq?: number;
}

type EntryInfo = Omit<Neighbour, 'id'>;

/** The position after which no entry needs a number: entries without numbers are sorted by name, and these are in that order. */
function endOfNumbers(entries: readonly EntryInfo[]): number {
  let end = entries.length;
  for (let below: EntryInfo | undefined; end > 0; end -= 1) {
    const entry = entries[end - 1];
    if (!entry || entry.seq !== undefined || (below && compareNames(entry.name, below.name) >= 0)) break;
    below = entry;
  }
  return end;
}

function createDeletions(
  folder: GuardedFolder,
  trash: ReturnType<typeof openTrash>,
): Pick<CollectionEdit, 'remove' | 'restore' | 'deleted' | 'purge'> {
  /** A renamed file keeps its extension, which may be another one than that of new requests. */
  async function freeBeside(id: string, directory: boolean): Promise<string> {
    const extension = directory ? '' : path.extname(id);
    const names = createFolderNames(await folder.namesIn(parentOf(id)));
    let name = path.posix.basename(id);
    for (let count = 2; names.has(name); count += 1) name = `${baseOf(id, directory)} ${count}${extension}`;
    return join(parentOf(id), name);
  }
  return {
    remove: (id) => withCodes(id, () => trash.add(folder.entryOf(id), id)),
    restore: (token) =>
      withCodes('The deleted entry', async () => {
        const { id, content } = trash.find(token);
        const next = await freeBeside(id, lstatSync(content).isDirectory());
        const target = folder.entryOf(next);
        await mkdir(path.dirname(target), { recursive: true });
        await trash.takeBack(token, target);
        return next;
      }),
    deleted: async () => (await trash.list()).map(describeDeleted),
    purge: trash.purge,
  };
}

/** Creates an empty entry of the same kind. @throws EEXIST when another program has created one there meanwhile */
function reserve(target: string, source: string): void {
  const stat = statSync(source);
  if (stat.isDirectory()) mkdirSync(target, { mode: stat.mode | 0o700 });
  else closeSync(openSync(target, 'wx'));
}

/** Whether the entry is a link to a place outside of the folder. */
function leadsOut(folder: GuardedFolder, file: string): boolean {
  if (!lstatSync(file).isSymbolicLink()) return false;
  try {
    folder.targetOf(file);
    return false;
  } catch {
    return true;
  }
}

function describeDeleted({ token, id, isFolder, at, content }: TrashEntry): DeletedEntry {
  const file = isFolder ? path.join(content, FOLDER_FILE) : content;
  const kind = isFolder ? 'folder' : id.startsWith(`${ENVIRONMENTS}/`) ? 'environment' : 'request';
  return { token, kind, id, at, name: nameIn(file) ?? baseOf(id, isFolder) };
}

/** The name of an entry by its deleted file; undefined where the file cannot be read. */
function nameIn(file: string): string | undefined {
  try {
    const json = parseYaml(readTextFile(file, { name: file, maxBytes: 1_000_000 }), file);
    const { info, name = info?.name } = (json ?? {}) as { name?: unknown; info?: { name?: unknown } };
    return typeof name === 'string' ? name.slice(0, 200) : undefined;
  } catch {
    return undefined;
  }
}

const isAtOrInside = (directory: string, file: string) => directory === file || isInside(directory, file);

const parentOf = (id: string) => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : '');

/** The last part of an id, without the extension of a file. */
function baseOf(id: string, directory: boolean): string {
  return directory ? path.basename(id) : path.basename(id, path.extname(id));
}
