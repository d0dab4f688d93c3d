/** Lists the files beside a program that decide which code runs: the files of folders, and files that others name. */
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../platform/files/paths.ts';

export interface SourceFiles {
  /** Absolute paths. */
  files: ReadonlySet<string>;
  /** The target of each link inside of a folder, which leads to another file of that folder. */
  links: ReadonlyMap<string, string>;
  /** A sentence about why the list is incomplete; the other members are then unusable. */
  problem?: string;
}

export interface SourceOptions {
  /** Absolute paths of folders, which are listed completely. */
  folders?: readonly string[];
  /** Absolute paths of files and folders; missing ones are ignored. */
  paths?: readonly string[];
  /** Whether a folder is skipped. @param folder absolute */
  isIgnored?: (folder: string) => boolean;
  /** Whether a file of a folder counts. @param file absolute. Default: each does. */
  isSource?: (file: string) => boolean;
  /** Whether a link that leads out of a folder is a file like others, with the content of its target. */
  followsLinks?: boolean;
  /** Absolute paths of further files and folders that a file may name. Undefined when the file cannot be parsed. */
  pathsIn?: (file: string) => Promise<readonly string[] | undefined>;
}

const MAX_SOURCE_FILES = 10_000;
const MAX_DEPTH = 60;

class NotListed extends Error {}

/**
 * Lists the files. The folder `.git` is skipped where no file or link names it. A link that leads out of a folder is not
 * followed and is a problem.
 */
export async function listSources({
  folders = [],
  paths = [],
  isIgnored = () => false,
  isSource = () => true,
  followsLinks = false,
  pathsIn = () => Promise.resolve([]),
}: SourceOptions): Promise<SourceFiles> {
  const sources = new Set<string>();
  const links = new Map<string, string>();
  const walked = new Set<string>();
  let count = 0;

  async function addFile(file: string): Promise<void> {
    if (sources.has(file)) return;
    sources.add(file);
    const paths = await pathsIn(file);
    if (!paths) throw new NotListed(`${file} cannot be understood.`);
    for (const item of paths) await addPath(item);
  }
  async function addPath(target: string): Promise<void> {
    if (target.includes('\0')) return;
    const entry = await stat(target).catch(() => undefined);
    if (entry?.isFile()) await addFile(target);
    if (entry?.isDirectory()) await addFolder(target);
  }
  async function addFolder(folder: string): Promise<void> {
    const root = await realpath(folder);
    await walk(root, root, 0);
  }
  async function walk(root: string, folder: string, depth: number): Promise<void> {
    if (walked.has(folder)) return;
    walked.add(folder);
    if (depth > MAX_DEPTH) throw new NotListed(`${root} has more than ${MAX_DEPTH} folders inside of each other.`);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (++count > MAX_SOURCE_FILES) throw new NotListed(`${root} has more than ${MAX_SOURCE_FILES} files.`);
      if (!entry.isDirectory() && !isSource(file)) continue;
      if (entry.isDirectory()) {
        if (entry.name !== '.git' && !isIgnored(file)) await walk(root, file, depth + 1);
      } else if (entry.isFile() || (followsLinks && (await isFile(file)))) {
        await addFile(file);
      } else if (entry.isSymbolicLink() && !followsLinks) {
        const target = await targetInside(root, file);
        links.set(file, await readlink(file));
        // The target can be in a folder that is skipped otherwise.
        await addPath(target);
      }
    }
  }

  try {
    for (const item of paths) await addPath(item);
    for (const folder of folders) await addFolder(folder);
    return { files: sources, links };
  } catch (error) {
    return { files: sources, links, problem: (error as Error).message };
  }
}

const isFile = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined))?.isFile() ?? false;

/** The target of a link. @throws NotListed when it leads out of the folder */
async function targetInside(root: string, link: string): Promise<string> {
  const target = await realpath(link).catch(() => undefined);
  if (target !== undefined && (target === root || isInside(root, target))) return target;
  throw new NotListed(`${link} is a link that leads out of the folder.`);
}

/** All files of several lists. */
export function mergeSources(lists: readonly SourceFiles[]): SourceFiles {
  const problem = lists.find((list) => list.problem !== undefined)?.problem;
  return {
    files: new Set(lists.flatMap(({ files }) => [...files])),
    links: new Map(lists.flatMap(({ links }) => [...links])),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The folder and all of its ancestors. */
export function foldersAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

/** The nearest folder, from this one upwards, that contains a file of this name; undefined when there is none. */
export async function nearestFolderWith(name: string, folder: string): Promise<string | undefined> {
  for (const item of foldersAbove(folder)) {
    if (await isFile(path.join(item, name))) return item;
  }
  return undefined;
}
