/**
 * Reads the folders and requests of a collection within the limits. A file that cannot be read becomes a problem, and
 * the others are read.
 */
import { lstatSync, statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import { compareNames } from '../../../contract/compare-names.ts';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { inBrunoOrder, type BrunoCollection } from '../format/bruno-collection.ts';
import { describeProblem, readParsed, readPart, type CollectionReader } from './collection-reader.ts';
import { summariesOf } from '../edit/examples.ts';
import { checkFolder, checkRequest } from '../format/file-shapes.ts';
import type { GuardedFolder } from './guarded-folder.ts';
import { FOLDER_FILE, ignoredFolders, isYamlFile, ROOT_FILE } from './names.ts';
import {
  detailsOf,
  docsText,
  isRequest,
  leftOut,
  otherProtocolOf,
  requestName,
  type LoadedFolder,
  type LoadedRequest,
  type OpenRequest,
} from '../format/open-collection.ts';

export interface TreeEntry {
  /** Absent for a request of an invalid form, which cannot be opened. */
  item?: TreeItem;
  /** Absent for a folder. */
  request?: LoadedRequest;
  folder?: LoadedFolder;
}
interface Place {
  /** The folder's path from the collection's folder, with `/`; empty for the collection's folder itself. */
  id: string;
  /** Names from the collection down to the folder. */
  path: string[];
  defaults: RequestDefaults[];
  docs: string[];
  levelIds: string[];
  /** The tags of the folders, from the outermost. */
  tags?: string[] | undefined;
  /** Present when the collection was written by Bruno, which orders entries differently. */
  bruno: BrunoCollection | undefined;
  /** Why a file with defaults for the requests below cannot be read. */
  damaged?: string | undefined;
  /** Real paths of the folder and its ancestors: a path that occurs twice is a circle of links. */
  realPaths: string[];
}
/** An entry with everything below it, and its position among its neighbours. */
interface Branch {
  seq: number;
  name: string;
  entries: TreeEntry[];
}

/** The state that reading the tree passes to each entry. */
interface TreeReading {
  reader: CollectionReader;
  /** Whether this entry is selected, or contains a selected one. */
  isRead: (id: string) => boolean;
}

/**
 * Entries are ordered by `seq`, then by name, with the numbers in it by their value unless Bruno has written the
 * collection. Folders are ordered among the requests; each stands before its content.
 * @param only reads this folder or request and its ancestors; an empty text reads nothing below the collection
 */
export async function readTree(reader: CollectionReader, root: Omit<Place, 'id'>, only?: string): Promise<TreeEntry[]> {
  const isRead = (id: string) =>
    only === undefined || id === only || only.startsWith(`${id}/`) || (only !== '' && id.startsWith(`${only}/`));
  return readBelow({ reader, isRead }, { ...root, id: '' });
}

async function readBelow(reading: TreeReading, place: Place): Promise<TreeEntry[]> {
  const { folder, budget } = reading.reader;
  const names = await folder.namesIn(place.id, budget.remaining('entries') + 1);
  if (!budget.take('entries', names.length)) return [];
  const branches: Branch[] = [];
  // Sequential, because the reads are synchronous: that takes a tenth of the time of Node's threads for files.
  for (const name of names) {
    const branch = await readEntry(reading, place, name);
    if (branch) branches.push(branch);
  }
  const compare = place.bruno ? (a: string, b: string) => a.localeCompare(b, 'en') : compareNames;
  const sorted = branches.sort((a, b) => (a.seq === b.seq ? compare(a.name, b.name) : a.seq - b.seq));
  return (place.bruno ? inBrunoOrder(sorted) : sorted).flatMap(({ entries }) => entries);
}

async function readEntry(reading: TreeReading, place: Place, name: string): Promise<Branch | undefined> {
  const { reader, isRead } = reading;
  const { folder, budget, problems } = reader;
  const id = place.id === '' ? name : `${place.id}/${name}`;
  if (name.startsWith('.') || ignoredFolders.has(name) || name === ROOT_FILE || name === FOLDER_FILE) return undefined;
  if (!isRead(id)) return undefined;
  try {
    const stats = statsOf(folder, id, path.join(place.realPaths.at(-1) ?? '', name));
    if (stats?.isDirectory()) return await readFolder(reading, place, id);
    if (!stats?.isFile() || !isYamlFile(name) || !budget.take('files', 1)) return undefined;
    const request = await readParsed(reader, { id, stats, check: toRequest });
    if (request === undefined) return undefined;
    if ('protocol' in request) {
      problems.push(leftOut(id, request.protocol));
      return undefined;
    }
    return requestBranch(place, id, request);
  } catch (error) {
    const problem = describeProblem(error, id);
    problems.push(problem);
    return error instanceof WrongRequest ? wrongRequestBranch(place, id, { ...error.request, problem }) : undefined;
  }
}

async function readFolder(reading: TreeReading, place: Place, id: string): Promise<Branch | undefined> {
  const { folder, budget, problems } = reading.reader;
  const realPath = folder.targetOf(id);
  if (place.realPaths.includes(realPath)) {
    problems.push(`${id} is a link to a folder above it, and is not followed.`);
    return undefined;
  }
  if (!budget.allowsDepth(place.realPaths.length, id) || !budget.take('folders', 1)) return undefined;
  const file = `${id}/${FOLDER_FILE}`;
  let { damaged } = place;
  const meta = await readPart(reading.reader, file, checkFolder, (problem) => (damaged ??= problem));
  const name = meta?.info?.name ?? path.posix.basename(id);
  const loaded: LoadedFolder = {
    id,
    path: [...place.path, name],
    defaults: [...place.defaults, meta?.request ?? {}],
    docs: [...place.docs, docsText(meta?.docs)],
    levelIds: [...place.levelIds, meta?.info?.id ?? ''],
    seq: meta?.info?.seq,
    ...(damaged === undefined ? {} : { damaged }),
  };
  const realPaths = [...place.realPaths, realPath];
  const ownTags = meta?.info?.tags ?? [];
  const tags = [...(place.tags ?? []), ...ownTags];
  const entries = await readBelow(reading, { ...loaded, tags, bruno: place.bruno, realPaths });
  // A folder without requests and without a file of its own belongs to another program.
  if (entries.length === 0 && !meta) return undefined;
  const item: TreeItem = { kind: 'folder', id, name, method: '', parent: place.id, ...shownTags(ownTags) };
  return { seq: meta?.info?.seq ?? Infinity, name, entries: [{ item, folder: loaded }, ...entries] };
}

function requestBranch(place: Place, id: string, request: OpenRequest): Branch {
  const name = requestName(request, path.posix.basename(id));
  const method = detailsOf(request).method ?? (request.graphql ? 'POST' : 'GET');
  const examples = summariesOf(request);
  const shown = { ...(examples.length > 0 ? { examples } : {}), ...shownTags(request.info?.tags ?? []) };
  const item: TreeItem = { kind: 'request', id, name, method, parent: place.id, ...shown };
  const { defaults, docs, levelIds, tags = [], damaged, bruno } = place;
  const loaded: LoadedRequest = {
    id,
    name,
    path: [...place.path, name],
    request,
    defaults,
    docs,
    levelIds,
    ...(tags.length > 0 ? { folderTags: tags } : {}),
    ...(bruno ? { bruno } : {}),
    ...(damaged ? { damaged } : {}),
  };
  return { seq: request.info?.seq ?? Infinity, name, entries: [{ item, request: loaded }] };
}

const shownTags = (tags: string[]): Pick<TreeItem, 'tags'> => (tags.length > 0 ? { tags } : {});

/** The request stays in the run and fails there: a run without it would pass. */
function wrongRequestBranch(
  { path: parentPath, defaults, docs }: Place,
  id: string,
  { name, seq, problem }: RequestInfo & { problem: string },
): Branch {
  const loaded = { id, name, path: [...parentPath, name], request: {}, defaults, docs, damaged: problem };
  return { seq, name, entries: [{ request: loaded }] };
}

/**
 * The file system's record of an entry, links followed, if its target is inside of the collection's folder; undefined
 * for a link that no collection needs, and for a file that no longer exists. Synchronous, because it is called for every
 * file at each load, and a thread of Node's pool takes longer to answer.
 * @param file its path @throws OutsideWorkspace for a link that leads out and could be a request or a folder
 */
function statsOf(folder: GuardedFolder, id: string, file: string): BigIntStats | undefined {
  const entry = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (!entry?.isSymbolicLink()) return entry;
  // Other files, README.md for example, may be links to anywhere: they are not read.
  if (!isYamlFile(file) && path.extname(file) !== '') return undefined;
  return statSync(folder.targetOf(id), { bigint: true });
}

interface RequestInfo {
  name: string;
  /** Infinity where the file has no `seq`. */
  seq: number;
}
/** A file that holds a request in an invalid form. */
class WrongRequest extends Error {
  readonly code: unknown;
  readonly request: RequestInfo;
  constructor(error: unknown, request: RequestInfo) {
    super((error as Error).message, { cause: error });
    this.code = (error as { code?: unknown }).code;
    this.request = request;
  }
}

/** A YAML file without a request belongs to another program, for example docker-compose.yml. @throws WrongRequest */
function toRequest(json: unknown, file: string): OpenRequest | { protocol: string } | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (!isRequest(json)) {
    const protocol = otherProtocolOf(json);
    return protocol === undefined ? undefined : { protocol };
  }
  try {
    return checkRequest(json, file);
  } catch (error) {
    const { name, seq } = (json.info ?? {}) as { name?: unknown; seq?: unknown };
    const fileName = path.posix.basename(file).replace(/\.ya?ml$/, '');
    throw new WrongRequest(error, {
      name: typeof name === 'string' && name !== '' ? name : fileName,
      seq: typeof seq === 'number' ? seq : Infinity,
    });
  }
}
