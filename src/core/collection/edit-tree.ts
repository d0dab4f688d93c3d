/** Files and folders of a collection: made, renamed, copied, moved, and deleted so that it can be taken back. */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { stringify } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import { makeStateFolder } from '../platform/state-folder.ts';
import { isInside } from '../platform/paths.ts';
import { applyInfo } from './edit-request.ts';

export const ROOT_FILE = 'opencollection.yml';
export const FOLDER_FILE = 'folder.yml';

export interface CollectionEdit {
  exists(relative: string): Promise<boolean>;
  read(relative: string): Promise<string>;
  write(relative: string, text: string): Promise<void>;
  /** A new request; its file is named after it. @returns its file */
  addRequest(parent: string, name: string, text: string): Promise<string>;
  addFolder(parent: string, name: string): Promise<string>;
  /** @returns its new file or folder */
  rename(id: string, name: string): Promise<string>;
  duplicate(id: string, name: string): Promise<string>;
  /** @returns a word by which it can be brought back */
  remove(id: string): Promise<string>;
  restore(token: string): Promise<void>;
  /** Puts it before a neighbour, or last. @param order what is in the new place already, in its order */
  move(id: string, parent: string, before: string | null, order: readonly string[]): Promise<string>;
}

/** What was deleted can be brought back for so long, by hand after the application has forgotten about it. */
const TRASH_MS = 30 * 24 * 60 * 60 * 1000;

async function forgetOld(trash: string): Promise<void> {
  for (const token of await readdir(trash)) {
    const folder = path.join(trash, token);
    const { mtimeMs } = await stat(folder);
    if (mtimeMs < Date.now() - TRASH_MS) await rm(folder, { recursive: true, force: true });
  }
}

export function editCollection(root: string): CollectionEdit {
  const trash = path.join(root, '.outrigger', 'trash');
  const at = (relative: string): string => {
    const file = path.join(root, relative);
    if (!isInside(root, file)) throw codedError('OutsideWorkspace', `${relative} is outside the workspace.`);
    return file;
  };
  const exists = (relative: string) =>
    stat(at(relative)).then(
      () => true,
      () => false,
    );
  const guarded = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') throw codedError('FileNotFound', `${what} does not exist any more.`);
      if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
        throw codedError('WriteFailed', `${what} could not be changed: ${(error as Error).message}`);
      }
      throw error;
    }
  };
  const read = (relative: string) => guarded(relative, () => readFile(at(relative), 'utf8'));
  const write = (relative: string, text: string) =>
    guarded(relative, async () => {
      await mkdir(path.dirname(at(relative)), { recursive: true });
      await writeFileAtomic(at(relative), text);
    });
  const isFolder = async (id: string) => guarded(id, async () => (await stat(at(id))).isDirectory());
  /** A name that is free, with a number where it has to be. */
  const free = async (parent: string, name: string, extension: string, own?: string): Promise<string> => {
    for (let count = 1; ; count += 1) {
      const file = [parent, `${fileName(name)}${count > 1 ? ` ${count}` : ''}${extension}`].filter(Boolean).join('/');
      if (file === own || !(await exists(file))) return file;
    }
  };
  /** Where its own name stands. */
  const infoFile = async (id: string) => ((await isFolder(id)) ? `${id}/${FOLDER_FILE}` : id);
  const setInfo = async (id: string, info: { name?: string; seq?: number }) => {
    const file = await infoFile(id);
    const text = (await exists(file))
      ? await read(file)
      : stringify({ info: { name: path.basename(id), type: 'folder' } });
    const next = applyInfo(text, info);
    if (next !== text) await write(file, next);
  };
  const parentOf = (id: string) => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : '');
  const extensionOf = async (id: string) => ((await isFolder(id)) ? '' : path.extname(id));

  return {
    exists,
    read,
    write,
    async addRequest(parent, name, text) {
      const file = await free(parent, name, '.yml');
      await write(file, text);
      return file;
    },
    async addFolder(parent, name) {
      const folder = await free(parent, name, '');
      await write(`${folder}/${FOLDER_FILE}`, stringify({ info: { name, type: 'folder' } }));
      return folder;
    },
    rename: (id, name) =>
      guarded(id, async () => {
        await setInfo(id, { name });
        const next = await free(parentOf(id), name, await extensionOf(id), id);
        if (next !== id) await rename(at(id), at(next));
        return next;
      }),
    duplicate: (id, name) =>
      guarded(id, async () => {
        const next = await free(parentOf(id), name, await extensionOf(id));
        await cp(at(id), at(next), { recursive: true });
        await setInfo(next, { name });
        return next;
      }),
    remove: (id) =>
      guarded(id, async () => {
        const token = randomUUID();
        makeStateFolder(path.join(root, '.outrigger'));
        await forgetOld(trash).catch(() => undefined);
        await mkdir(path.dirname(path.join(trash, token, id)), { recursive: true });
        await rename(at(id), path.join(trash, token, id));
        return token;
      }),
    restore: (token) =>
      guarded('What was deleted', async () => {
        const folder = path.join(trash, path.basename(token));
        const put = async (relative: string): Promise<void> => {
          for (const entry of await readdir(path.join(folder, relative), { withFileTypes: true })) {
            const one = [relative, entry.name].filter(Boolean).join('/');
            // Its folder may be there still; what has come in its place meanwhile stays.
            if (entry.isDirectory() && (await exists(one))) await put(one);
            else if (await exists(one)) {
              throw codedError('WriteFailed', `There is another ${one} by now.`, 'Rename that one first.');
            } else await rename(path.join(folder, one), at(one));
          }
        };
        await put('');
        await rm(folder, { recursive: true, force: true });
      }),
    move: (id, parent, before, order) =>
      guarded(id, async () => {
        if (parent === id || parent.startsWith(`${id}/`)) {
          throw codedError('InvalidParams', 'A folder cannot be moved into itself.');
        }
        const name = path.basename(id);
        const extension = await extensionOf(id);
        const next =
          parentOf(id) === parent ? id : await free(parent, name.slice(0, name.length - extension.length), extension);
        if (next !== id) await rename(at(id), at(next));
        const others = order.filter((one) => one !== id);
        const index = before === null ? others.length : Math.max(0, others.indexOf(before));
        const sorted = [...others.slice(0, index), next, ...others.slice(index)];
        for (const [position, one] of sorted.entries()) await setInfo(one, { seq: position + 1 });
        return next;
      }),
  };
}

/** A name as a file name that every system takes. */
export function fileName(name: string): string {
  const cleaned = name
    .trim()
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 100);
  return cleaned === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(cleaned) ? `request-${cleaned}` : cleaned;
}
