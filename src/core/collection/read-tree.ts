/** The folders and requests of a collection, read within the limits; what cannot be read is named, the rest is read. */
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { TreeItem } from '../../contract/collection.ts';
import { isErrorCode, toFailure } from '../../contract/errors.ts';
import { summariesOf } from './examples.ts';
import { checkFolder, checkRequest } from './file-shapes.ts';
import type { GuardedFolder } from './guarded-folder.ts';
import type { CollectionBudget } from './collection-budget.ts';
import { FOLDER_FILE, ignoredFolders, isYamlFile, ROOT_FILE } from './names.ts';
import { detailsOf, docsText, isRequest, type LoadedRequest } from './open-collection.ts';
import { parseYaml } from './parse-yaml.ts';

export interface TreeReader {
  folder: GuardedFolder;
  budget: CollectionBudget;
  /** Receives a sentence for each file or folder that could not be read. */
  problems: string[];
}
export interface TreeEntry {
  item: TreeItem;
  /** Absent for a folder. */
  request?: LoadedRequest;
}
interface Place {
  /** The folder, from the collection's folder, with `/`; empty for the collection's folder itself. */
  id: string;
  /** Names from the collection down to the folder. */
  path: string[];
  defaults: RequestDefaults[];
  docs: string[];
  /** Why a file that adds to the requests below cannot be read. */
  damaged?: string | undefined;
  /** Real paths of the folder and those above it, by which a circle of links is recognised. */
  realPaths: string[];
}
/** An entry with everything below it, and what decides its place among its neighbours. */
interface Branch {
  seq: number;
  name: string;
  entries: TreeEntry[];
}

/** So many files are open at once. */
const PARALLEL_READS = 32;

/** In the order of `seq`, then by name; folders stand among the requests, each before what is in it. */
export async function readTree(reader: TreeReader, root: Omit<Place, 'id'>): Promise<TreeEntry[]> {
  const { folder, budget, problems } = reader;
  const inTurn = pLimit(PARALLEL_READS);

  const readEntry = async (place: Place, name: string): Promise<Branch | undefined> => {
    const id = place.id === '' ? name : `${place.id}/${name}`;
    if (name.startsWith('.') || ignoredFolders.has(name) || name === ROOT_FILE || name === FOLDER_FILE) {
      return undefined;
    }
    try {
      const kind = await kindOf(folder, id, name);
      if (kind === 'folder') return await readFolder(place, id, name);
      if (kind !== 'file' || !budget.take('files', 1)) return undefined;
      return await inTurn(() => readRequest(place, id, name));
    } catch (error) {
      problems.push(describe(error, id));
      return undefined;
    }
  };

  const readRequest = async (place: Place, id: string, file: string): Promise<Branch | undefined> => {
    const text = await readBounded(reader, id);
    if (text === undefined) return undefined;
    const json = parseYaml(text, id);
    // A YAML file that names no request belongs to another program, for example docker-compose.yml.
    if (typeof json !== 'object' || json === null || !isRequest(json)) return undefined;
    const request = checkRequest(json, id);
    const name = request.info?.name ?? file.replace(/\.ya?ml$/, '');
    const method = detailsOf(request).method ?? (request.graphql ? 'POST' : 'GET');
    const examples = summariesOf(request);
    const shown = examples.length > 0 ? { examples } : {};
    const item: TreeItem = { kind: 'request', id, name, method, parent: place.id, ...shown };
    const { defaults, docs, damaged } = place;
    const loaded = { id, name, path: [...place.path, name], request, defaults, docs, ...(damaged ? { damaged } : {}) };
    return { seq: request.info?.seq ?? Infinity, name, entries: [{ item, request: loaded }] };
  };

  const readFolder = async (place: Place, id: string, directory: string): Promise<Branch | undefined> => {
    const realPath = folder.targetOf(id);
    if (place.realPaths.includes(realPath)) {
      problems.push(`${id} is a link to a folder above it, and is not followed.`);
      return undefined;
    }
    if (!budget.allowsDepth(place.realPaths.length, id) || !budget.take('folders', 1)) return undefined;
    const file = `${id}/${FOLDER_FILE}`;
    let { damaged } = place;
    const meta = await inTurn(() => readPart(reader, file, checkFolder, (problem) => (damaged ??= problem)));
    const name = meta?.info?.name ?? directory;
    const entries = await readBelow({
      id,
      path: [...place.path, name],
      defaults: [...place.defaults, meta?.request ?? {}],
      docs: [...place.docs, docsText(meta?.docs)],
      damaged,
      realPaths: [...place.realPaths, realPath],
    });
    // A folder without requests and without a file of its own belongs to another program.
    if (entries.length === 0 && !meta) return undefined;
    const item: TreeItem = { kind: 'folder', id, name, method: '', parent: place.id };
    return { seq: meta?.info?.seq ?? Infinity, name, entries: [{ item }, ...entries] };
  };

  const readBelow = async (place: Place): Promise<TreeEntry[]> => {
    const names = await folder.namesIn(place.id, budget.remaining('entries') + 1);
    if (!budget.take('entries', names.length)) return [];
    const branches = await Promise.all(names.map((name) => readEntry(place, name)));
    return branches
      .filter((branch) => branch !== undefined)
      .sort((a, b) => (a.seq === b.seq ? a.name.localeCompare(b.name, 'en') : a.seq - b.seq))
      .flatMap(({ entries }) => entries);
  };
  return readBelow({ ...root, id: '' });
}

/**
 * A link counts as what it leads to, inside of the collection's folder.
 * @returns undefined for what is no part of a collection
 * @throws OutsideWorkspace for a link that leads out and could be a request or a folder
 */
async function kindOf(folder: GuardedFolder, id: string, name: string): Promise<'file' | 'folder' | undefined> {
  const entry = await lstat(folder.entryOf(id));
  if (entry.isSymbolicLink() && !isYamlFile(name) && path.extname(name) !== '') {
    // Other files, README.md for example, may be links to anywhere: they are not read.
    return undefined;
  }
  const target = entry.isSymbolicLink() ? await stat(folder.targetOf(id)) : entry;
  if (target.isDirectory()) return 'folder';
  return target.isFile() && isYamlFile(name) ? 'file' : undefined;
}

/** Undefined when the files of the collection are too large together, which the budget reports. */
async function readBounded({ folder, budget }: TreeReader, id: string): Promise<string | undefined> {
  if (budget.remaining('bytes') <= 0 && !budget.take('bytes', 1)) return undefined;
  const text = await folder.readText(id, budget.fileBytes);
  return budget.take('bytes', Buffer.byteLength(text)) ? text : undefined;
}

/** A file beside the requests. Undefined when it does not exist, or when it cannot be read: then `problems` has why. */
export async function readPart<T>(
  reader: TreeReader,
  id: string,
  check: (json: unknown, file: string) => T,
  onDamaged: (problem: string) => void = () => undefined,
): Promise<T | undefined> {
  try {
    if (!reader.folder.has(id)) return undefined;
    const text = await readBounded(reader, id);
    return text === undefined ? undefined : check(parseYaml(text, id) ?? {}, id);
  } catch (error) {
    const problem = describe(error, id);
    reader.problems.push(problem);
    onDamaged(problem);
    return undefined;
  }
}

/** A sentence that begins with the file. */
function describe(error: unknown, id: string): string {
  const { message } = toFailure(error);
  const hasCode = isErrorCode((error as { code?: unknown }).code);
  return hasCode && message.startsWith(id) ? message : `${id}: ${message}`;
}
