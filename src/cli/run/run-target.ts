/** Reads the target of `outrigger run`: a script or the requests of a collection, with the values for it. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../contract/errors.ts';
import {
  loadCollection,
  type LoadedCollection,
  type LoadedRequest,
} from '../../core/collection/files/collection-files.ts';
import { importText, readImport } from '../../core/interchange/import.ts';
import { toLoaded } from '../../core/interchange/imported/to-loaded.ts';
import { parseIterationData, type DataRow } from '../../core/runs/collection/iteration-data.ts';
import { readText } from '../../core/session/files/workspace-files.ts';
import { readInputFile } from '../read-input-file.ts';
import { selectRequests, type RequestSelection } from '../../core/session/runs/select-requests.ts';

/** A script, or a collection with the selected requests. */
export type RunTarget = { root: string; environments: Environment[] } & (
  | { kind: 'script'; name: string; source: string }
  | { kind: 'collection'; collection: LoadedCollection; requests: LoadedRequest[] }
);

/** Problems of files that one error names. */
const MAX_PROBLEMS = 5;

export const isScript = (target: string): boolean => /\.[cm]?js$/i.test(target);

/**
 * @param selection of the requests of a collection
 * @throws CollectionDamaged for a collection without requests, InvalidParams for a selection without any
 */
export async function readTarget(target: string, selection: RequestSelection): Promise<RunTarget> {
  const absolute = path.resolve(target);
  if (isScript(target)) {
    const { content: source } = await readText(absolute);
    return { kind: 'script', root: workspaceOf(absolute), environments: [], name: path.basename(target), source };
  }
  const collection = await loadTarget(target);
  if (collection.requests.length === 0) throw noRequests(absolute, collection.problems);
  const requests = selectRequests(collection, selection);
  return { kind: 'collection', root: collection.root, environments: collection.environments, collection, requests };
}

/** @param problems sentences about the files that could not be read, which may be all of them */
function noRequests(target: string, problems: readonly string[]): Error {
  const message = [`There is no request in ${target}.`, ...problems.slice(0, MAX_PROBLEMS)].join(' ');
  const remedy = problems.length > 0 ? 'Correct these files.' : 'Name a collection that has some.';
  return codedError('CollectionDamaged', message, remedy);
}

/**
 * A collection on disk, or a file or a Bruno collection of another program that is run without importing it.
 * @throws CollectionDamaged, InvalidData, FileNotFound
 */
export async function loadTarget(target: string): Promise<LoadedCollection> {
  const isBruno = existsSync(path.join(target, 'bruno.json')) && !existsSync(path.join(target, 'opencollection.yml'));
  if (!isBruno && !/\.json$/i.test(target)) return loadCollection(target);
  const { text, name, folder } = await readImport(target);
  const imported = await importText(text, name, { folder, warn: false });
  return toLoaded(imported, folder ?? path.dirname(path.resolve(target)));
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
    const message = `The programs directory ${directory} does not exist.`;
    throw codedError('ProgramsDirectoryNotFound', message, 'Name an existing folder with --external-program-path.');
  }
  return directory;
}

export async function readData(file: string): Promise<DataRow[]> {
  return parseIterationData(await readInputFile(file, 'data file'), file);
}
