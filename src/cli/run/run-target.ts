/** Reads the target of `outrigger run`: a script or the requests of a collection, with the values for it. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../contract/errors.ts';
import type { ScopeStates } from '../../contract/scripts/script-context.ts';
import {
  loadCollection,
  type LoadedCollection,
  type LoadedRequest,
} from '../../core/collection/files/collection-files.ts';
import { ENVIRONMENTS } from '../../core/collection/files/names.ts';
import { importText, readImport } from '../../core/interchange/import.ts';
import { parsePostmanEnvironment, type ImportedEnvironment } from '../../core/interchange/postman/environment.ts';
import { toLoaded } from '../../core/interchange/imported/to-loaded.ts';
import { nearestName } from '../../core/platform/nearest-name.ts';
import { parseIterationData, type DataRow } from '../../core/runs/collection/iteration-data.ts';
import type { Session } from '../../core/session/session.ts';
import { readText } from '../../core/session/files/workspace-files.ts';
import { readInputFile } from '../read-input-file.ts';
import { readVariables, secretsIn } from '../secret-options.ts';

const MAX_ENVIRONMENT_BYTES = 16 * 1024 * 1024;
/** Unreadable files of environments that one message names. */
const MAX_PROBLEMS = 3;

/** A script, or a collection with the selected requests. */
export type RunTarget = { root: string; environments: Environment[] } & (
  | { kind: 'script'; name: string; source: string }
  | { kind: 'collection'; collection: LoadedCollection; requests: LoadedRequest[] }
);

export const isScript = (target: string): boolean => /\.[cm]?js$/i.test(target);

/** @param options.folder selects this folder or request of a collection */
export async function readTarget(target: string, options: { folder?: string | undefined }): Promise<RunTarget> {
  const absolute = path.resolve(target);
  if (isScript(target)) {
    const { content: source } = await readText(absolute);
    return { kind: 'script', root: workspaceOf(absolute), environments: [], name: path.basename(target), source };
  }
  const collection = await loadTarget(target);
  const requests = requestsIn(collection, options.folder);
  return { kind: 'collection', root: collection.root, environments: collection.environments, collection, requests };
}

/** A collection on disk, or a file of another program that is run without importing it. */
export async function loadTarget(target: string): Promise<LoadedCollection> {
  if (!/\.json$/i.test(target)) return loadCollection(target);
  const { text, name } = await readImport(target);
  return toLoaded(await importText(text, name, { warn: false }), path.dirname(path.resolve(target)));
}

/** The folder in which pm.require searches: that of the script, or the workspace whose `scripts` folder it is. */
function workspaceOf(script: string): string {
  const folder = path.dirname(script);
  return path.basename(folder) === 'scripts' ? path.dirname(folder) : folder;
}

/** @throws ProgramsDirectoryNotFound when the named directory does not exist */
export async function programsDirectoryOf(
  target: Pick<RunTarget, 'kind' | 'root'>,
  directoryName: string | undefined,
): Promise<string> {
  const isCollection = target.kind === 'collection';
  const directory = path.resolve(directoryName ?? (isCollection ? path.join(target.root, 'programs') : '.'));
  const exists = (await stat(directory).catch(() => undefined))?.isDirectory();
  if (!exists && (directoryName !== undefined || !isCollection)) {
    const message = `The External Programs Directory ${directory} does not exist.`;
    throw codedError('ProgramsDirectoryNotFound', message, 'Name an existing folder with --external-program-path.');
  }
  return directory;
}

/**
 * The selected environment, with the variables of the command line on top.
 * @param options.env a name in the collection, or a file with an environment of Postman
 * @returns also the values that no report may show
 */
export async function valuesOf(
  session: Session,
  target: RunTarget,
  options: {
    env?: string | undefined;
    envVar?: Record<string, string> | undefined;
    envVarFile?: string[] | undefined;
  },
): Promise<{ scopes: ScopeStates; secrets: string[] }> {
  const files = await Promise.all((options.envVarFile ?? []).map(readVariables));
  const variables = Object.assign({}, ...files, options.envVar) as Record<string, string>;
  const secrets = secretsIn(process.env);
  if (target.kind === 'collection') secrets.push(...(target.collection.secretValues ?? []));
  const chosenEnvironment =
    options.env === undefined
      ? undefined
      : await chooseEnvironment(
          { ...target, problems: target.kind === 'collection' ? target.collection.problems : [] },
          options.env,
        );
  const environment = chosenEnvironment?.environment;
  const source = { root: target.root, environments: environment ? [environment] : [] };
  const scopes = await session.collection.scopesOf(source, environment?.name ?? null);
  for (const { name, value } of chosenEnvironment?.secrets ?? []) {
    secrets.push(value);
    scopes.environment.values[name] ||= value;
  }
  for (const variable of environment?.variables ?? []) {
    const value = variable.name && variables[variable.name];
    if ('secret' in variable && value) secrets.push(value);
  }
  scopes.environment.values = { ...scopes.environment.values, ...variables };
  return { scopes, secrets };
}

/** The secrets of an environment file are in the file; those of other environments are in environment variables. */
async function chooseEnvironment(
  { environments, problems }: { environments: readonly Environment[]; problems: readonly string[] },
  nameOrFile: string,
): Promise<ImportedEnvironment> {
  const inCollection = environments.find(({ name }) => name === nameOrFile);
  if (inCollection) return { environment: inCollection, secrets: [], warnings: [] };
  // Not a folder: the workspace may well have one with a name that is similar to an environment's.
  const isFile = (await stat(nameOrFile).catch(() => undefined))?.isDirectory() === false;
  if (isFile || /\.json$/i.test(nameOrFile)) {
    return parsePostmanEnvironment(await readInputFile(nameOrFile, 'environment', MAX_ENVIRONMENT_BYTES), nameOrFile);
  }
  const names = environments.map(({ name }) => name);
  const near = nearestName(nameOrFile, names);
  const remedy = names.length > 0 ? `There are: ${names.join(', ')}.` : 'This collection has none.';
  const suggestion = near === undefined ? '' : ` Did you mean "${near}"?`;
  const unread = problems.filter((problem) => problem.startsWith(`${ENVIRONMENTS}/`)).slice(0, MAX_PROBLEMS);
  const message = [`There is no environment "${nameOrFile}".${suggestion}`, ...unread].join('\n');
  throw codedError('InvalidParams', message, remedy);
}

export async function readData(file: string): Promise<DataRow[]> {
  return parseIterationData(await readInputFile(file, 'data file'), file);
}

/** The requests of one folder, or one request, selected by path, name or Postman id. @throws InvalidParams */
export function requestsIn(collection: LoadedCollection, folder: string | undefined): LoadedRequest[] {
  if (folder === undefined) {
    if (collection.requests.length > 0) return collection.requests;
    throw codedError('CollectionDamaged', `There is no request in ${collection.root}.`, 'Name a folder that has some.');
  }
  const folderPath = folder.split('/').filter(Boolean).join('/');
  const matching = collection.requests.filter(({ path: names, id, request, levelIds = [] }) => {
    const inside = names.slice(1);
    return (
      id === folderPath ||
      request.info?.id === folder ||
      levelIds.slice(1).includes(folder) ||
      id.startsWith(`${folderPath}/`) ||
      inside.join('/') === folderPath ||
      inside.join('/').startsWith(`${folderPath}/`) ||
      inside.includes(folderPath)
    );
  });
  if (matching.length > 0) return matching;
  const names = [...new Set(collection.requests.flatMap(({ path: all }) => all.slice(1)))];
  const near = nearestName(folderPath, names);
  throw codedError(
    'InvalidParams',
    `There is no folder or request "${folder}".`,
    near === undefined ? 'Look at the names in the collection.' : `Did you mean "${near}"?`,
  );
}
