/** Imports the files of other programs; the format is recognised by the content. */
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { codedError, toFailure } from '../../contract/errors.ts';
import { readTextFile } from '../collection/files/guarded-folder.ts';
import { collectionLimits, MAX_NESTING, MAX_TOKENS_OF_ALL, MIB, sizeText } from '../collection/files/limits.ts';
import { parseJson } from '../collection/format/parse-json.ts';
import { parseYaml } from '../collection/format/parse-yaml.ts';
import { isJsonNestedDeeper } from '../platform/json/bounded-json.ts';
import { isObject, type ImportedCollection, type ImportedItem } from './imported/imported.ts';
import { warnOfOtherSchemes } from './imported/other-schemes.ts';
import { fromPostmanCollection, isPostmanCollection } from './postman/collection.ts';
import {
  fromPostmanEnvironment,
  fromPostmanGlobals,
  isPostmanEnvironment,
  isPostmanGlobals,
} from './postman/environment.ts';
import { KNOWN_FORMATS, refuseKnownText } from './refuse-known-text.ts';

const MAX_IMPORT_BYTES = 100 * MIB;
/** YAML takes far longer to parse than JSON. */
const MAX_YAML_BYTES = 20 * MIB;
/** Half of the limit, because the import may be put into folders of a collection. */
const MAX_FOLDER_DEPTH = collectionLimits.folderDepth / 2;
const JSON_FILE = /\.(?:json|har)$/i;
const LOOKS_LIKE_JSON = /^\s*[[{]/;

/** @param source a file, or the folder of a Bruno collection. @throws FileNotFound, FileUnreadable, FileTooLarge */
export async function readImport(source: string): Promise<{ text: string; name: string; folder?: string }> {
  const absolute = path.resolve(source);
  const stats = await stat(absolute).catch(() => undefined);
  if (!stats) throw codedError('FileNotFound', `${source} does not exist.`);
  if (stats.isDirectory() || path.basename(absolute) === 'bruno.json') {
    const folder = stats.isDirectory() ? absolute : path.dirname(absolute);
    const has = (file: string) => stat(path.join(folder, file)).catch(() => undefined);
    if (!(await has('bruno.json'))) {
      const isOpenCollection = await has('opencollection.yml');
      throw codedError(
        'InvalidData',
        isOpenCollection ? `${source} needs no import.` : `${source} is a folder without a bruno.json.`,
        isOpenCollection
          ? 'Its files have the format of Outrigger itself: open the folder as a workspace.'
          : 'Name a file, or the folder of a Bruno collection.',
      );
    }
    return { text: '', name: source, folder };
  }
  const file = realpathSync.native(absolute);
  const text = readTextFile(file, { name: source, maxBytes: MAX_IMPORT_BYTES, allowsUtf16: true });
  return { text, name: source };
}

export interface ImportOptions {
  /** The folder of a Bruno collection, which is imported instead of the text. */
  folder?: string | undefined;
  /** False omits the warnings that take time to find. Default true. */
  warn?: boolean;
}

/**
 * @param name of the file for error messages
 * @throws InvalidData when the text has none of the known formats, or is too large or too deep
 */
export async function importText(text: string, name: string, options: ImportOptions = {}): Promise<ImportedCollection> {
  if (text.length > MAX_IMPORT_BYTES) {
    throw codedError('FileTooLarge', `${name} is larger than ${sizeText(MAX_IMPORT_BYTES)}.`, 'Divide it.');
  }
  const imported = requireModest(await convert(text, name, options), name);
  return { ...imported, warnings: [...imported.warnings, ...warnOfOtherSchemes(imported.items)] };
}

// Importers of other formats than Postman's are loaded when a file needs them, because each run of a Postman file
// starts here.
async function convert(text: string, name: string, { folder, warn }: ImportOptions): Promise<ImportedCollection> {
  if (folder !== undefined) return (await import('./bruno/collection.ts')).fromBruno(folder);
  const content = text.replace(/^\uFEFF/, '');
  if (!LOOKS_LIKE_JSON.test(content)) {
    const { fromCurl, isCurl } = await import('./curl/curl.ts');
    if (isCurl(content)) return fromCurl(content);
  }
  refuseKnownText(content, name);
  const json = await parseAny(content, name);
  if (isPostmanCollection(json)) return fromPostmanCollection(json, { warn });
  // Some exports of Postman wrap the collection in an object.
  if (isObject(json) && isPostmanCollection(json['collection']))
    return fromPostmanCollection(json['collection'], { warn });
  const { fromOpenApi, isOpenApi } = await import('./openapi/description.ts');
  if (isOpenApi(json)) return fromOpenApi(json);
  const { fromOpenCollection, isOpenCollection } = await import('./open-collection.ts');
  if (isOpenCollection(json)) return fromOpenCollection(json, name);
  const { fromHar, isHar } = await import('./har.ts');
  if (isHar(json)) return fromHar(json);
  const { fromInsomnia, isInsomnia } = await import('./insomnia/collection.ts');
  if (isInsomnia(json)) return fromInsomnia(json);
  const { fromFormat1, isFormat1 } = await import('./postman/format-1.ts');
  if (isFormat1(json)) return fromFormat1(json, { warn });
  if (isPostmanEnvironment(json)) {
    const empty = { items: [], environments: [], secrets: [] };
    if (isPostmanGlobals(json))
      return { kind: 'Postman globals', name: 'Globals', ...empty, ...fromPostmanGlobals(json) };
    const { environment, secrets, warnings } = fromPostmanEnvironment(json);
    const { name: title } = environment;
    return { kind: 'Postman environment', name: title, ...empty, environments: [environment], secrets, warnings };
  }
  // What a damaged file contains can be YAML by chance.
  if (JSON_FILE.test(name)) await parseJsonFile(content, name);
  throw codedError('InvalidData', `${name} has an unknown format, which cannot be imported.`, KNOWN_FORMATS);
}

async function parseAny(content: string, name: string): Promise<unknown> {
  if (LOOKS_LIKE_JSON.test(content)) return parseJsonFile(content, name);
  try {
    return parseYaml(content, name, MAX_YAML_BYTES, MAX_TOKENS_OF_ALL);
  } catch (error) {
    if (JSON_FILE.test(name)) await parseJsonFile(content, name);
    throw codedError('InvalidData', `${name} is neither JSON nor YAML: ${toFailure(error).message}`);
  }
}

/** @throws InvalidData with the line and the column of a mistake, which only some messages of the engine contain */
async function parseJsonFile(content: string, name: string): Promise<unknown> {
  try {
    return parseJson(content, name);
  } catch (error) {
    const { message } = toFailure(error);
    if (/line \d+ column \d+/.test(message) || isJsonNestedDeeper(content, MAX_NESTING)) throw error;
    const { jsonProblem } = await import('../platform/json/json-problem.ts');
    const problem = jsonProblem(content);
    if (!problem) throw error;
    throw codedError('InvalidData', `${message} (line ${problem.line} column ${problem.column})`);
  }
}

/** @throws InvalidData for a collection that would be too large to be opened again */
function requireModest(imported: ImportedCollection, name: string): ImportedCollection {
  const { files, folders, folderDepth } = collectionLimits;
  const count = { requests: 0, folders: 0 };
  const visit = (items: readonly ImportedItem[], depth: number): void => {
    for (const item of items) {
      if ('request' in item) count.requests += 1;
      else {
        if (depth >= MAX_FOLDER_DEPTH) {
          const message = `${name} has folders more than ${MAX_FOLDER_DEPTH} levels deep, for example "${item.name}".`;
          throw codedError(
            'InvalidData',
            message,
            `A collection has at most ${folderDepth}. Move the folders up first.`,
          );
        }
        count.folders += 1;
        visit(item.items, depth + 1);
      }
    }
  };
  visit(imported.items, 0);
  const tooMany = count.requests > files / 2 ? 'requests' : count.folders > folders / 2 ? 'folders' : undefined;
  if (tooMany === undefined) return imported;
  throw codedError('InvalidData', `${name} has ${count[tooMany]} ${tooMany}.`, 'Divide it into several files.');
}
