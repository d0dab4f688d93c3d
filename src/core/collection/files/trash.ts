/**
 * Deleted entries, which are stored until they are restored or a month is over. Each deletion is a folder of the trash,
 * named by a token, with the deleted entry (`content`) and its former path (`entry.json`).
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { codedError } from '../../../contract/errors.ts';
import { readTextFile } from './guarded-folder.ts';
import { moveEntry } from './move-entry.ts';

const TRASH_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_LISTED = 10_000;
const CONTENT = 'content';
const ENTRY_FILE = 'entry.json';
const isToken = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
const entrySchema = z.object({ id: z.string() });

export interface TrashEntry {
  token: string;
  id: string;
  isFolder: boolean;
  /** Milliseconds since 1970. */
  at: number;
  content: string;
}

export interface Trash {
  /** @param source the path of the file, folder or link. @param id what `find` returns. @returns a token */
  add(source: string, id: string): Promise<string>;
  /** @throws FileNotFound when no entry has this token */
  find(token: string): { id: string; content: string };
  /** All entries that can be restored, the latest first. Entries that cannot be read are left out. */
  list(): Promise<TrashEntry[]>;
  /** Deletes the entry permanently. */
  purge(token: string): Promise<void>;
  /** Moves the entry to a free path. */
  takeBack(token: string, target: string): Promise<void>;
}

/** @param folder outside of every workspace; created with the first deletion */
export function openTrash(folder: string): Trash {
  const placeOf = (token: string): string => {
    if (!isToken(token)) throw codedError('FileNotFound', 'The deleted entry no longer exists.', 'Reload the list.');
    return path.join(folder, token);
  };
  const find = (token: string) => {
    const place = placeOf(token);
    const text = readTextFile(path.join(place, ENTRY_FILE), { name: 'The deleted entry', maxBytes: 100_000 });
    return { id: entrySchema.parse(JSON.parse(text)).id, content: path.join(place, CONTENT) };
  };
  const describe = async (token: string): Promise<TrashEntry | undefined> => {
    try {
      const { id, content } = find(token);
      const isFolder = (await lstat(content)).isDirectory();
      // The entry's file is written once, when it is deleted.
      const { mtimeMs: at } = await stat(path.join(placeOf(token), ENTRY_FILE));
      return { token, id, isFolder, at, content };
    } catch {
      return undefined;
    }
  };
  return {
    find,
    async list() {
      await removeExpired(folder).catch(() => undefined);
      const names = await readdir(folder).catch(() => []);
      const entries = await Promise.all(names.filter(isToken).slice(0, MAX_LISTED).map(describe));
      return entries.filter((entry) => entry !== undefined).sort((a, b) => b.at - a.at);
    },
    purge: (token) => rm(placeOf(token), { recursive: true, force: true }),
    async add(source, id) {
      await removeExpired(folder).catch(() => undefined);
      const token = randomUUID();
      const place = placeOf(token);
      await mkdir(place, { recursive: true, mode: 0o700 });
      try {
        await writeFile(path.join(place, ENTRY_FILE), JSON.stringify({ id }));
        await moveEntry(source, path.join(place, CONTENT));
      } catch (error) {
        await rm(place, { recursive: true, force: true });
        throw error;
      }
      return token;
    },
    async takeBack(token, target) {
      const place = placeOf(token);
      await moveEntry(path.join(place, CONTENT), target);
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function removeExpired(folder: string): Promise<void> {
  for (const token of await readdir(folder)) {
    if (!isToken(token)) continue;
    const { mtimeMs } = await stat(path.join(folder, token));
    if (mtimeMs < Date.now() - TRASH_MS) await rm(path.join(folder, token), { recursive: true, force: true });
  }
}
