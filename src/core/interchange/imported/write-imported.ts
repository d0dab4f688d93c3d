/**
 * Writes an import into a workspace. No existing file is overwritten: a new file whose name is taken gets another name,
 * and is reported.
 */
import type { Environment } from '@opencollection/types/config/environments';
import { stringify } from 'yaml';
import { countText } from '../../../contract/count-text.ts';
import { codedError, type CodedError } from '../../../contract/errors.ts';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { join, openCollectionFiles, type CollectionFiles } from '../../collection/files/collection-writer.ts';
import { ENVIRONMENTS, FOLDER_FILE, ROOT_FILE, type FreeName } from '../../collection/files/names.ts';
import { copyImportedFiles } from './files.ts';
import { idsIn, withDistinctIds } from './distinct-ids.ts';
import { createOverlappingWrites, type OverlappingWrites } from './overlapping-writes.ts';
import {
  optional,
  type ImportedCollection,
  type ImportedItem,
  type ImportedSecret,
  type ImportWarning,
} from './imported.ts';

export interface WrittenImport {
  requests: number;
  /** Their names in the workspace. */
  environments: string[];
  /** The file of the first request that was written. */
  first: string | undefined;
  /** A warning for each file that got another name or was not copied. */
  renamed: ImportWarning[];
  /** To be stored by the caller, because files do not contain them. */
  secrets: ImportedSecret[];
}
interface ImportWriter {
  files: CollectionFiles;
  writes: OverlappingWrites;
  written: WrittenImport;
  signal: AbortSignal | undefined;
}

/**
 * The import becomes the workspace's collection where there is none, and otherwise a folder of it.
 * @param parent the target folder; empty for the collection itself
 * @throws Cancelled, with how many requests were written
 */
export async function writeImported(
  root: string,
  imported: ImportedCollection,
  { parent = '', signal }: { parent?: string; signal?: AbortSignal } = {},
): Promise<WrittenImport> {
  const files = openCollectionFiles(root);
  const isNew = !(await files.exists(ROOT_FILE));
  const written: WrittenImport = { requests: 0, environments: [], first: undefined, renamed: [], secrets: [] };
  const writer = { files, writes: createOverlappingWrites(), written, signal };
  const { name, id, docs, defaults, extensions, items } = imported;
  const usedIds = isNew ? new Set<string>() : idsIn(await loadCollection(root));
  if (isNew) {
    const head = {
      ...(defaults ? { request: defaults } : {}),
      ...(docs ? { docs } : {}),
      ...(extensions ? { extensions } : {}),
    };
    await files.create(ROOT_FILE, yaml({ opencollection: '1.0.0', info: { ...optional('id', id), name }, ...head }));
  }

  const isSingleRequest = items.length === 1 && items.every((item) => 'request' in item);
  const addedRequests =
    isNew || isSingleRequest || items.length === 0
      ? items
      : [{ name, ...optional('id', id), items, ...(defaults ? { defaults } : {}), ...(docs ? { docs } : {}) }];
  const distinct = withDistinctIds(addedRequests, usedIds);
  if (distinct.replaced > 0) {
    const what = `${distinct.replaced} of its ids are new, because other items have them; its scripts use the new ones`;
    written.renamed.push({ where: name, what });
  }
  try {
    await writeItems(writer, distinct.items, { folder: parent, where: '', numbered: isNew });
  } finally {
    await writer.writes.end();
  }
  if (signal?.aborted) throw stopped(written.requests);
  if (imported.files) written.renamed.push(...(await copyImportedFiles(root, imported.files, { signal })));
  if (signal?.aborted) throw stopped(written.requests);
  const { environments } = await loadCollection(root, { only: '' });
  await writeEnvironments(writer, imported, environments);
  return written;
}

/** Ends early when the import is stopped. */
async function writeItems(
  writer: ImportWriter,
  items: readonly ImportedItem[],
  /** `numbered`: entries are ordered as in the list. Otherwise they come after existing entries, ordered by name. */
  place: { folder: string; where: string; numbered: boolean },
): Promise<void> {
  const { files, writes, written } = writer;
  const names = await files.namesIn(place.folder);
  for (const [index, item] of items.entries()) {
    if (writer.signal?.aborted) return;
    const isRequest = 'request' in item;
    const free = names.take(item.file ?? item.name, isRequest ? 'request' : 'folder');
    const where = place.where === '' ? item.name : `${place.where} / ${item.name}`;
    noteFile(written, where, free);
    const target = join(place.folder, free.file);
    const order = place.numbered ? { seq: index + 1 } : {};
    if (isRequest) {
      const { info, ...rest } = item.request;
      await writes.start(async () => {
        await files.create(target, yaml({ info: { ...info, name: item.name, ...order }, ...rest }));
        written.requests += 1;
      });
      written.first ??= target;
      continue;
    }
    const meta = {
      info: {
        ...optional('id', item.id),
        name: item.name,
        type: 'folder',
        ...order,
        ...(item.tags ? { tags: item.tags } : {}),
      },
      ...(item.defaults ? { request: item.defaults } : {}),
      ...(item.docs ? { docs: item.docs } : {}),
    };
    await writes.start(() => files.create(join(target, FOLDER_FILE), yaml(meta)));
    await writeItems(writer, item.items, { folder: target, where, numbered: true });
  }
}

function stopped(requests: number): CodedError {
  if (requests === 0) return codedError('Cancelled', 'The import was stopped.');
  const count = countText(requests, 'request');
  return codedError(
    'Cancelled',
    `The import was stopped after ${count}, which ${requests === 1 ? 'is' : 'are'} in the collection.`,
    'Delete what you do not need, or import it again.',
  );
}

/** Environments are selected by name, so one whose name exists gets another name. */
async function writeEnvironments(
  { files, written }: ImportWriter,
  imported: ImportedCollection,
  existing: readonly { name: string }[],
): Promise<void> {
  const usedNames = new Set(existing.map(({ name }) => name));
  const freeName = (name: string): string => {
    let free = name;
    for (let count = 2; usedNames.has(free); count += 1) free = `${name} ${count}`;
    usedNames.add(free);
    return free;
  };
  const named = imported.environments.map((environment) => ({ environment, name: freeName(environment.name) }));
  const newNames = new Map([...named].reverse().map(({ environment, name }) => [environment.name, name]));
  const secretsOf = (environment: string | null) =>
    imported.secrets.filter((secret) => secret.environment === environment);
  const write = async (
    { environment, name }: { environment: Pick<Environment, 'name' | 'extends'>; name: string },
    secrets: readonly ImportedSecret[],
    change?: (name: string) => string,
  ): Promise<void> => {
    const renamed = name === environment.name ? undefined : 'an environment of this name exists already';
    const what = change?.(name) ?? (renamed && `is now "${name}", because ${renamed}`);
    if (what !== undefined) written.renamed.push({ where: `Environment ${environment.name}`, what });
    const parent = environment.extends && (newNames.get(environment.extends) ?? environment.extends);
    const file = await files.freePath({ parent: ENVIRONMENTS, name, kind: 'environment' });
    await files.create(file, yaml({ ...environment, name, ...optional('extends', parent) }));
    written.environments.push(name);
    written.secrets.push(...secrets.map((secret) => ({ ...secret, environment: name })));
  };
  for (const item of named) await write(item, secretsOf(item.environment.name));
  const secrets = secretsOf(null);
  if (secrets.length === 0) return;
  const environment = { name: imported.name, variables: secrets.map(({ name }) => ({ secret: true, name })) };
  await write(
    { environment, name: freeName(imported.name) },
    secrets,
    (name) => `has the secret variables of the collection: choose "${name}" to use them`,
  );
}

function noteFile(written: WrittenImport, where: string, { file, reason }: FreeName): void {
  if (reason !== undefined) written.renamed.push({ where, what: `its file is "${file}", because ${reason}` });
}

const yaml = (value: object): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
