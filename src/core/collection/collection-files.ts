/**
 * A collection on disk in the OpenCollection form: a folder with `opencollection.yml`, one file a request, `folder.yml`
 * for what its folder adds, `environments/*.yml`; or all of it in one file. A damaged file is named; the others open.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OpenCollection } from '@opencollection/types';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Environment } from '@opencollection/types/config/environments';
import type { CollectionConfig } from '@opencollection/types/config/collection';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { TreeItem } from '../../contract/collection.ts';
import { detailsOf, isRequest, parseCollection, parseYaml, requestsOf, type OpenRequest } from './open-collection.ts';

export interface LoadedRequest {
  /** The file, from the collection's folder, with `/`. */
  id: string;
  name: string;
  /** Names from the collection down to the request. */
  path: string[];
  request: OpenRequest;
  /** What the collection and each folder above adds, from the outermost. */
  defaults: RequestDefaults[];
}
export interface LoadedCollection {
  root: string;
  name: string;
  requests: LoadedRequest[];
  /** Folders and requests in their order, a folder before what is in it. */
  items: TreeItem[];
  environments: Environment[];
  config: CollectionConfig;
  /** Files that could not be read, each in a sentence. */
  problems: string[];
}

const ROOT_FILE = 'opencollection.yml';
const FOLDER_FILE = 'folder.yml';
const ignored = new Set(['node_modules', '.git', '.outrigger', 'environments', 'programs', 'scripts']);

/**
 * @param target a collection's folder, a folder or a request inside it, or a collection in one file
 * @throws FileNotFound, CollectionDamaged when there is no collection
 */
export async function loadCollection(target: string): Promise<LoadedCollection> {
  const absolute = path.resolve(target);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) throw codedError('FileNotFound', `${target} does not exist.`);
  if (found.isFile()) {
    const text = await readFile(absolute, 'utf8');
    const json = parseYaml(text, target) as Partial<OpenCollection> | null;
    if (json?.opencollection !== undefined && json.items) return fromOneFile(parseCollection(text, target), absolute);
  }
  const root = await findRoot(found.isFile() ? path.dirname(absolute) : absolute);
  if (!root) {
    throw codedError(
      'CollectionDamaged',
      `There is no ${ROOT_FILE} in ${target} or above it.`,
      'Name the folder of a collection.',
    );
  }
  const problems: string[] = [];
  const collection = parseCollection(await readFile(path.join(root, ROOT_FILE), 'utf8'), path.join(root, ROOT_FILE));
  const name = collection.info?.name ?? path.basename(root);
  const tree = await readFolder({
    root,
    folder: root,
    relative: '',
    path: [name],
    defaults: [collection.request ?? {}],
    problems,
  });
  const wanted = path.relative(root, absolute).split(path.sep).join('/');
  const all = tree.flatMap(({ request }) => request ?? []);
  const requests =
    wanted === '' || wanted === ROOT_FILE ? all : all.filter(({ id }) => id === wanted || id.startsWith(`${wanted}/`));
  const inFiles = await readEnvironments(root, problems);
  return {
    root,
    name,
    requests,
    items: tree.map(({ item }) => item),
    environments: [...(collection.config?.environments ?? []), ...inFiles],
    config: collection.config ?? {},
    problems,
  };
}

function fromOneFile(collection: OpenCollection, file: string): LoadedCollection {
  const name = collection.info?.name ?? path.basename(file);
  return {
    root: path.dirname(file),
    name,
    requests: requestsOf(collection).map(({ path: where, request, defaults }) => ({
      id: where.slice(1).join('/'),
      name: where.at(-1) ?? '',
      path: where,
      request,
      defaults,
    })),
    items: [],
    environments: collection.config?.environments ?? [],
    config: collection.config ?? {},
    problems: [],
  };
}

async function findRoot(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (await stat(path.join(at, ROOT_FILE)).catch(() => undefined)) return at;
    if (at === path.dirname(at)) return undefined;
  }
}

interface Place {
  root: string;
  folder: string;
  relative: string;
  path: string[];
  defaults: RequestDefaults[];
  problems: string[];
}

interface Entry {
  item: TreeItem;
  request?: LoadedRequest;
}

/** In the order of `seq`, then by name; folders stand among the requests. */
async function readFolder(place: Place): Promise<Entry[]> {
  const dirents = await readdir(place.folder, { withFileTypes: true });
  const parts = await Promise.all(
    dirents.map(async (entry): Promise<{ seq: number; name: string; entries: Entry[] }[]> => {
      const file = path.join(place.folder, entry.name);
      const relative = place.relative ? `${place.relative}/${entry.name}` : entry.name;
      const parent = place.relative;
      if (entry.isDirectory() && !ignored.has(entry.name) && !entry.name.startsWith('.')) {
        const meta = await readPart<{ info?: { name?: string; seq?: number }; request?: RequestDefaults }>(
          `${relative}/${FOLDER_FILE}`,
          place.root,
          place.problems,
        );
        const name = meta?.info?.name ?? entry.name;
        const defaults = [...place.defaults, meta?.request ?? {}];
        const below = await readFolder({ ...place, folder: file, relative, path: [...place.path, name], defaults });
        // A folder of something else than requests is none of the collection's.
        if (below.length === 0 && !meta) return [];
        const item: TreeItem = { kind: 'folder', id: relative, name, method: '', parent };
        return [{ seq: meta?.info?.seq ?? Infinity, name, entries: [{ item }, ...below] }];
      }
      const isFile = entry.isFile() && /\.ya?ml$/.test(entry.name);
      if (!isFile || entry.name === ROOT_FILE || entry.name === FOLDER_FILE) return [];
      const request = await readPart<OpenRequest>(relative, place.root, place.problems);
      if (!request || !isRequest(request)) return [];
      const name = request.info?.name ?? entry.name.replace(/\.ya?ml$/, '');
      const { defaults } = place;
      const method = detailsOf(request).method ?? (request.graphql ? 'POST' : 'GET');
      const item: TreeItem = { kind: 'request', id: relative, name, method, parent };
      const loaded = { id: relative, name, path: [...place.path, name], request, defaults };
      return [{ seq: request.info?.seq ?? Infinity, name, entries: [{ item, request: loaded }] }];
    }),
  );
  return parts
    .flat()
    .sort((a, b) => (a.seq === b.seq ? a.name.localeCompare(b.name, 'en') : a.seq - b.seq))
    .flatMap(({ entries }) => entries);
}

/** @param file as it is to be named */
async function readPart<T>(file: string, root: string, problems: string[]): Promise<T | undefined> {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const json = parseYaml(text, file);
    return typeof json === 'object' && json !== null ? (json as T) : undefined;
  } catch (error) {
    problems.push(toFailure(error).message);
    return undefined;
  }
}

async function readEnvironments(root: string, problems: string[]): Promise<Environment[]> {
  const folder = path.join(root, 'environments');
  const names = await readdir(folder).catch(() => []);
  const found: Environment[] = [];
  for (const name of names.filter((one) => /\.ya?ml$/.test(one)).sort()) {
    const environment = await readPart<Environment>(`environments/${name}`, root, problems);
    if (environment) found.push({ ...environment, name: environment.name || name.replace(/\.ya?ml$/, '') });
  }
  return found;
}
