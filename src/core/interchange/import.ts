/** From any file of another program to a workspace: recognised by what is in it. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import { parse, stringify } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import type { LoadedCollection, LoadedRequest } from '../collection/collection-files.ts';
import { editCollection, FOLDER_FILE, ROOT_FILE, fileName } from '../collection/edit-tree.ts';
import { applyFolderEdit, toEditedFolder } from '../collection/edit-request.ts';
import { fromBruno } from './bruno.ts';
import { fromCurl, isCurl } from './curl.ts';
import { fromHar, isHar } from './har.ts';
import { isObject, type Imported, type ImportedItem } from './imported.ts';
import { fromInsomnia, isInsomnia } from './insomnia.ts';
import { fromOpenApi, isOpenApi } from './openapi.ts';
import { fromPostmanCollection, fromPostmanEnvironment, isPostmanCollection, isPostmanEnvironment } from './postman.ts';

/** @param source a file, or the folder of a Bruno collection. @throws FileNotFound */
export async function readImport(source: string): Promise<{ text: string; name: string; folder?: string }> {
  const absolute = path.resolve(source);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) throw codedError('FileNotFound', `${source} does not exist.`);
  if (found.isDirectory() || path.basename(absolute) === 'bruno.json') {
    const folder = found.isDirectory() ? absolute : path.dirname(absolute);
    const isBruno = await stat(path.join(folder, 'bruno.json')).catch(() => undefined);
    if (!isBruno)
      throw codedError(
        'InvalidData',
        `${source} is a folder without a bruno.json.`,
        'Name a file, or the folder of a Bruno collection.',
      );
    return { text: '', name: source, folder };
  }
  return { text: await readFile(absolute, 'utf8'), name: source };
}

/** @throws InvalidData when it is nothing that is known here */
export async function importText(text: string, name: string, folder?: string): Promise<Imported> {
  if (folder !== undefined) return fromBruno(folder);
  const content = text.replace(/^\uFEFF/, '');
  if (isCurl(content)) return fromCurl(content);
  const json = parseAny(content, name);
  if (isPostmanCollection(json)) return fromPostmanCollection(json);
  // As Postman's own export wraps it in some places.
  if (isObject(json) && isPostmanCollection(json['collection'])) return fromPostmanCollection(json['collection']);
  if (isOpenApi(json)) return fromOpenApi(json);
  if (isHar(json)) return fromHar(json);
  if (isInsomnia(json)) return fromInsomnia(json);
  if (isPostmanEnvironment(json)) {
    const environment = fromPostmanEnvironment(json);
    return { kind: 'Postman environment', name: environment.name, items: [], environments: [environment], lost: [] };
  }
  if (isObject(json) && json['__export_format'] === 4) {
    throw codedError(
      'InvalidData',
      `${name} is an export of an older Insomnia.`,
      'Export it from Insomnia 5 or later (YAML).',
    );
  }
  throw codedError(
    'InvalidData',
    `${name} is nothing that can be imported.`,
    'Postman (collection 2.0, 2.1, environment), OpenAPI 3, Swagger 2, Insomnia 5, HAR, cURL and folders of Bruno can.',
  );
}

function parseAny(content: string, name: string): unknown {
  if (/^\s*[[{]/.test(content)) {
    try {
      return JSON.parse(content);
    } catch (error) {
      throw codedError('InvalidData', `${name} is no JSON: ${(error as Error).message}`);
    }
  }
  try {
    return parse(content);
  } catch (error) {
    throw codedError(
      'InvalidData',
      `${name} is neither JSON nor YAML: ${(error as Error).message.split('\n')[0] ?? ''}`,
    );
  }
}

/** To be run without being written anywhere. @param root where programs and files are looked for */
export function toLoaded(imported: Imported, root: string): LoadedCollection {
  const requests: LoadedRequest[] = [];
  const visit = (items: readonly ImportedItem[], names: string[], defaults: RequestDefaults[]) => {
    for (const item of items) {
      const below = [...names, item.name];
      if ('request' in item) {
        requests.push({ id: below.slice(1).join('/'), name: item.name, path: below, request: item.request, defaults });
      } else visit(item.items, below, [...defaults, item.defaults ?? {}]);
    }
  };
  visit(imported.items, [imported.name], [imported.defaults ?? {}]);
  const { name, environments, lost } = imported;
  const problems = lost.map(({ where, what }) => `${where}: ${what} could not be carried over`);
  return { root, name, requests, items: [], environments, config: {}, problems };
}

/**
 * Writes it into a workspace: as its collection where there is none, else as a folder of it.
 * @param parent the folder it goes to; empty for the collection itself
 */
export async function writeImported(
  root: string,
  imported: Imported,
  parent = '',
): Promise<{ requests: number; environments: number; first: string | undefined }> {
  const edit = editCollection(root);
  const isNew = !(await edit.exists(ROOT_FILE));
  const { name, docs, defaults, items } = imported;
  let requests = 0;
  let first: string | undefined;
  const head = { ...(defaults ? { request: defaults } : {}), ...(docs ? { docs } : {}) };
  if (isNew)
    await edit.write(ROOT_FILE, stringify({ opencollection: '1.0.0', info: { name }, ...head }, { lineWidth: 0 }));

  const writeAll = async (all: readonly ImportedItem[], folder: string): Promise<void> => {
    const taken = new Set<string>();
    for (const [index, item] of all.entries()) {
      // Two of the same name, also where the file system does not tell A from a.
      let file = fileName(item.name);
      for (let count = 2; taken.has(file.toLowerCase()); count += 1) file = `${fileName(item.name)} ${count}`;
      taken.add(file.toLowerCase());
      const at = [folder, file].filter(Boolean).join('/');
      if ('request' in item) {
        const { info, ...rest } = item.request;
        const text = stringify({ info: { ...info, name: item.name, seq: index + 1 }, ...rest }, { lineWidth: 0 });
        first ??= `${at}.yml`;
        await edit.write(`${at}.yml`, text);
        requests += 1;
        continue;
      }
      const own = {
        info: { name: item.name, type: 'folder', seq: index + 1 },
        ...(item.defaults ? { request: item.defaults } : {}),
        ...(item.docs ? { docs: item.docs } : {}),
      };
      await edit.write(`${at}/${FOLDER_FILE}`, stringify(own, { lineWidth: 0 }));
      await writeAll(item.items, at);
    }
  };
  const single = items.length === 1 && items[0] && 'request' in items[0];
  let into = parent;
  if (!isNew && !single && items.length > 0) {
    into = await edit.addFolder(parent, name);
    const text = await edit.read(`${into}/${FOLDER_FILE}`);
    await edit.write(`${into}/${FOLDER_FILE}`, applyFolderEdit(text, toEditedFolder(head)));
  }
  if (single && items[0] && 'request' in items[0]) {
    first = await edit.addRequest(into, items[0].name, stringify(items[0].request, { lineWidth: 0 }));
    requests = 1;
  } else await writeAll(items, into);
  for (const environment of imported.environments) {
    await edit.write(`environments/${fileName(environment.name)}.yml`, stringify(environment, { lineWidth: 0 }));
  }
  return { requests, environments: imported.environments.length, first };
}
