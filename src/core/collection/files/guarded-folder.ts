/** Access to the files of one folder by relative paths. No path leads out of the folder, through whatever links. */
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import { requireOpened } from '../../platform/files/opened-path.ts';
import { resolveInside } from '../../platform/files/paths.ts';
import { utf16Of } from '../../../contract/utf16-text.ts';
import { sizeText } from './limits.ts';

export interface GuardedFolder {
  /**
   * The real path that `relative` leads to, with every link resolved; the file need not exist.
   * @throws OutsideWorkspace
   */
  targetOf(relative: string): string;
  /**
   * The path of the entry itself, which may be a link, for renaming and removing. Links in the folders above the entry
   * are resolved. @throws OutsideWorkspace
   */
  entryOf(relative: string): string;
  /**
   * Whether there is an entry of any kind, including a link that leads out of the folder or nowhere. @throws
   * OutsideWorkspace
   */
  has(relative: string): boolean;
  /** Names in a folder, the root being ''; empty when it does not exist. @throws OutsideWorkspace, FileUnreadable */
  namesIn(relative: string, maxNames?: number): Promise<string[]>;
  /** @throws OutsideWorkspace, FileNotFound, FileUnreadable, FileTooLarge */
  readText(relative: string, maxBytes: number): Promise<string>;
}

export function openGuardedFolder(root: string): GuardedFolder {
  const absoluteRoot = path.resolve(root);
  const realRoot = existsSync(absoluteRoot) ? realpathSync.native(absoluteRoot) : absoluteRoot;
  const isRoot = (absolute: string) => absolute === absoluteRoot || absolute === realRoot;
  const targetOf = (relative: string): string => resolveInside(absoluteRoot, relative);
  const folderOf = (relative: string): string =>
    isRoot(path.resolve(absoluteRoot, relative)) ? realRoot : targetOf(relative);
  const entryOf = (relative: string): string => {
    const absolute = path.resolve(absoluteRoot, relative);
    if (relative.includes('\0') || isRoot(absolute)) return targetOf(relative);
    return path.join(folderOf(path.dirname(absolute)), path.basename(absolute));
  };
  return {
    targetOf,
    entryOf,
    has: (relative) => existsAt(entryOf(relative)),
    async namesIn(relative, maxNames = Infinity) {
      const names: string[] = [];
      const folder = folderOf(relative);
      try {
        for await (const { name } of await opendir(folder, { bufferSize: 1024 })) {
          names.push(name);
          if (names.length >= maxNames) break;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(relative, error);
      }
      return names.sort();
    },
    readText: (relative, maxBytes) =>
      Promise.try(() => readTextFile(targetOf(relative), { name: relative, maxBytes, isChecked: true })),
  };
}

function existsAt(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A folder of the path has become a file, so nothing is below it.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * The text of a regular file; pipes and devices are refused without waiting for them. Synchronous, because a small file
 * is read in microseconds and Node's threads for files take ten times as long to answer.
 * @param file its real path. @param options.name the name that errors give the file
 * @param options.isChecked whether the guard has checked the path; a file behind a link created since then is refused
 * @param options.allowsUtf16 whether a file that begins with a UTF-16 byte order mark is read, too
 * @throws OutsideWorkspace, FileNotFound, FileUnreadable (also when it is not UTF-8), FileTooLarge
 */
export function readTextFile(
  file: string,
  options: { name: string; maxBytes: number; isChecked?: boolean; allowsUtf16?: boolean },
): string {
  const { name, maxBytes, isChecked = false, allowsUtf16 = false } = options;
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };
  const tooLarge = () => codedError('FileTooLarge', `${name} is larger than ${sizeText(maxBytes)}.`);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    if (isChecked) requireOpened(descriptor, file);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw codedError('FileUnreadable', `${name} is not a file.`, 'Name a file.');
    if (stat.size > maxBytes) throw tooLarge();
    const bytes = readFileSync(descriptor);
    if (bytes.length > maxBytes) throw tooLarge();
    const encoding = (allowsUtf16 && utf16Of(bytes)) || 'utf-8';
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) {
      throw codedError('FileUnreadable', `${name} is not text in UTF-8.`, 'Save it again as UTF-8.');
    }
    throw unreadable(name, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function unreadable(name: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return codedError('FileNotFound', `${name} no longer exists.`);
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
    return codedError('FileUnreadable', `${name} cannot be read: ${message}`);
  }
  return error;
}
