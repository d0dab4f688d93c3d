/**
 * A collection on disk in the OpenCollection form: a folder with `opencollection.yml`, one file for each request,
 * `folder.yml` for what a folder adds to its requests, `environments/*.yml`; or all of it in one file. A file that
 * cannot be read is named in `problems`, and the others open.
 */
import { realpathSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '@opencollection/types/config/environments';
import { compareNames } from '../../../contract/compare-names.ts';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { describeProblem, openCollectionReader, readPart, type CollectionReader } from './collection-reader.ts';
import { parseDotEnv } from './dot-env.ts';
import {
  brunoCollectionByScripts,
  brunoCollectionOf,
  withTexts,
  type BrunoCollection,
} from '../format/bruno-collection.ts';
import { problemsOfExtends } from '../variables/extended-environments.ts';
import { checkCollection, checkEnvironment, type CollectionFile } from '../format/file-shapes.ts';
import { readTextFile } from './guarded-folder.ts';
import { collectionLimits, MAX_TOKENS_OF_ALL, type CollectionLimits } from './limits.ts';
import { ENVIRONMENTS, isYamlFile, ROOT_FILE } from './names.ts';
import { docsText, requestsOf, type LoadedFolder, type LoadedRequest } from '../format/open-collection.ts';
import { createParsedFiles, type ParsedFiles } from './parsed-files.ts';
import { parseYaml } from '../format/parse-yaml.ts';
import { readTree } from './read-tree.ts';

const DOT_ENV = '.env';

export type { LoadedFolder, LoadedRequest };
export interface LoadedCollection {
  root: string;
  name: string;
  requests: LoadedRequest[];
  /** The folders; empty for a collection in one file, whose folders appear only in the paths of its requests. */
  folders: LoadedFolder[];
  /**
   * The defaults of the collection itself, which apply to each request, the reason if its file cannot be read, and what
   * is known of Bruno.
   */
  rootDefaults: Pick<LoadedRequest, 'defaults' | 'docs' | 'levelIds' | 'damaged' | 'bruno'>;
  /** Folders and requests in order, each folder before its content. */
  items: TreeItem[];
  environments: Environment[];
  /** A sentence for each file that could not be read and each limit that was reached. */
  problems: string[];
  /** Values of an import or of a `.env` file that no report may show. */
  secretValues?: string[];
}

/**
 * @param target a collection's folder, a folder or a request inside it, or a collection in one file
 * @param options.parsed the files that former loads of the same collection have parsed
 * @param options.only loads this folder or request with its ancestors; empty: no folders and requests
 * @throws FileNotFound, CollectionDamaged when there is no collection
 */
export async function loadCollection(
  target: string,
  {
    limits = collectionLimits,
    parsed = createParsedFiles(),
    only,
  }: { limits?: CollectionLimits; parsed?: ParsedFiles; only?: string } = {},
): Promise<LoadedCollection> {
  const absolute = path.resolve(target);
  const targetStat = await stat(absolute).catch(() => undefined);
  if (!targetStat) throw codedError('FileNotFound', `${target} does not exist.`);
  const isFile = !targetStat.isDirectory();
  if (isFile) {
    const file = realpathSync.native(absolute);
    const text = readTextFile(file, { name: target, maxBytes: limits.totalBytes });
    const json = parseYaml(text, target, limits.totalBytes, MAX_TOKENS_OF_ALL) as Partial<CollectionFile> | null;
    if (json?.opencollection !== undefined && json.items) return fromOneFile(checkCollection(json, target), absolute);
  }
  const root = await findRoot(isFile ? path.dirname(absolute) : absolute, target);
  const problems: string[] = [];
  const files = parsed.beginLoad();
  const reader = openCollectionReader(root, { limits, files, problems });
  let damagedFile: string | undefined;
  const onDamaged = (problem: string) => (damagedFile = problem);
  const collection = (await readPart(reader, ROOT_FILE, checkCollection, onDamaged)) ?? {};
  const name = collection.info?.name ?? path.basename(root);
  const realPaths = [realpathSync.native(root)];
  const top = topLevel(collection);
  const place = { path: [name], ...top, damaged: damagedFile, realPaths };
  const readAs = (as: BrunoCollection | undefined, by: CollectionReader) => readTree(by, { ...place, bruno: as }, only);
  let bruno = brunoCollectionOf(collection);
  let tree = await readAs(bruno, reader);
  if (!bruno && collection.extensions === undefined) {
    bruno = brunoCollectionByScripts(tree.flatMap(({ request }) => request ?? []));
    // Bruno orders its entries otherwise. The files were parsed just now, and their problems are known.
    if (bruno) tree = await readAs(bruno, openCollectionReader(root, { limits, files, problems: [] }));
  }
  if (bruno) bruno.processEnvironment = await readDotEnv(reader);
  const environments = [...environmentsIn(collection, ROOT_FILE, problems), ...(await readEnvironments(reader))];
  problems.push(...problemsOfExtends(environments));
  // A partial load does not ask for all files, so the files it did not ask for must not be forgotten.
  if (only === undefined) files.end();
  const relativePath = path.relative(root, absolute).split(path.sep).join('/');
  return {
    root,
    name,
    requests: requestsAt(
      tree.flatMap(({ request }) => request ?? []),
      relativePath,
    ),
    folders: tree.flatMap(({ folder }) => folder ?? []),
    rootDefaults: { ...top, ...(bruno ? { bruno } : {}), ...damagedBy(damagedFile) },
    items: tree.flatMap(({ item }) => item ?? []),
    environments: bruno ? environments.map(withTexts) : environments,
    ...(bruno ? { secretValues: Object.values(bruno.processEnvironment) } : {}),
    // By the names of the files, because those of the root, the tree and the environments are found one after another.
    problems: problems.sort((a, b) => a.localeCompare(b, 'en')),
  };
}

const damagedBy = (damaged: string | undefined) => (damaged === undefined ? {} : { damaged });

/** The defaults of the collection itself. */
const topLevel = ({ request, docs, info }: Partial<CollectionFile>) => ({
  defaults: [request ?? {}],
  docs: [docsText(docs)],
  levelIds: [info?.id ?? ''],
});

/** @param location the collection, a folder or a request, as a path relative to the collection */
function requestsAt(requests: LoadedRequest[], location: string): LoadedRequest[] {
  if (location === '' || location === ROOT_FILE) return requests;
  return requests.filter(({ id }) => id === location || id.startsWith(`${location}/`));
}

function fromOneFile(collection: CollectionFile, file: string): LoadedCollection {
  const name = collection.info?.name ?? path.basename(file);
  const problems: string[] = [];
  const items = requestsOf(collection, problems);
  const environments = environmentsIn(collection, path.basename(file), problems);
  problems.push(...problemsOfExtends(environments));
  const bruno = brunoCollectionOf(collection) ?? (collection.extensions ? undefined : brunoCollectionByScripts(items));
  return {
    root: path.dirname(file),
    name,
    requests: items.map(({ path: names, request, defaults, docs, levelIds }) => ({
      id: names.slice(1).join('/'),
      name: names.at(-1) ?? '',
      path: names,
      request,
      defaults,
      docs,
      levelIds,
      ...(bruno ? { bruno } : {}),
    })),
    folders: [],
    rootDefaults: topLevel(collection),
    items: [],
    environments: bruno ? environments.map(withTexts) : environments,
    problems,
  };
}

/**
 * The folder itself or its nearest ancestor that is a collection. An ancestor may be a folder in which other users can
 * write, such as /tmp: the file of another user is not taken for the collection. @throws CollectionDamaged when there is
 * none
 */
async function findRoot(folder: string, target: string): Promise<string> {
  const owners = [process.getuid?.(), 0, (await stat(folder)).uid];
  for (let candidate = folder; ; candidate = path.dirname(candidate)) {
    const file = await lstat(path.join(candidate, ROOT_FILE)).catch(() => undefined);
    if (file && (candidate === folder || owners.includes(file.uid))) return candidate;
    if (candidate === path.dirname(candidate)) break;
  }
  const message = `There is no ${ROOT_FILE} in ${target} or above it.`;
  throw codedError('CollectionDamaged', message, 'Name the folder of a collection.');
}

/** The values of the `.env` file. Where it cannot be read: no values, and a sentence in `problems`. */
async function readDotEnv({ folder, budget, problems }: CollectionReader): Promise<Record<string, string>> {
  try {
    if (!folder.has(DOT_ENV)) return {};
    const content = await folder.readText(DOT_ENV, budget.fileBytes);
    if (!budget.take('bytes', content.length)) return {};
    const { values, leftOut } = parseDotEnv(content);
    if (leftOut > 0) problems.push(`${DOT_ENV} has ${leftOut} values too many: the first ${values.length} are used.`);
    return Object.fromEntries(values.map(({ name, value }) => [name, value]));
  } catch (error) {
    problems.push(describeProblem(error, DOT_ENV));
    return {};
  }
}

/** The environments that are stored in the collection's own file. */
export function environmentsIn(
  collection: Pick<CollectionFile, 'config'>,
  file: string,
  problems: string[],
): Environment[] {
  return (collection.config?.environments ?? []).flatMap((json, index) => {
    try {
      return [checkEnvironment(json, `${file}, environment ${index + 1},`)];
    } catch (error) {
      problems.push(toFailure(error).message);
      return [];
    }
  });
}

/** In the order of their names. */
async function readEnvironments(reader: CollectionReader): Promise<Environment[]> {
  const environments: Environment[] = [];
  for (const name of await environmentFiles(reader)) {
    if (!reader.budget.take('files', 1)) break;
    const environment = await readPart(reader, `${ENVIRONMENTS}/${name}`, checkEnvironment);
    if (environment) environments.push({ ...environment, name: environment.name || name.replace(/\.ya?ml$/, '') });
  }
  return environments.sort((a, b) => compareNames(a.name ?? '', b.name ?? ''));
}

async function environmentFiles({ folder, budget, problems }: CollectionReader): Promise<string[]> {
  try {
    const names = await folder.namesIn(ENVIRONMENTS, budget.remaining('entries') + 1);
    return budget.take('entries', names.length) ? names.filter(isYamlFile) : [];
  } catch (error) {
    problems.push(`${ENVIRONMENTS}: ${toFailure(error).message}`);
    return [];
  }
}
