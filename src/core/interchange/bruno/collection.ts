/**
 * Imports folders of Bruno with `.bru` files. Those that Bruno 3 writes are OpenCollection and are opened without an
 * import.
 */
import path from 'node:path';
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../../contract/errors.ts';
import { problemsOfExtends } from '../../collection/variables/extended-environments.ts';
import { atBrunoPlaces } from '../../collection/format/bruno-collection.ts';
import { openBrunoFolder, type BrunoFolder } from './folder.ts';
import { withDotEnv } from './dot-env.ts';
import { defaultsOf, requestOf, tagsOf } from './item.ts';
import { environmentVariableOf } from './parts.ts';
import { missingMembersIn, missingModulesIn } from './missing-members.ts';
import { bodyFilesOf } from '../imported/files.ts';
import { ignoreFields, untrackAll } from '../imported/unread-fields.ts';
import {
  optional,
  isObject,
  list,
  text,
  type ImportedCollection,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';

/** @throws InvalidData naming the limit that was reached, or where bruno.json cannot be read */
export async function fromBruno(folder: string): Promise<ImportedCollection> {
  const warnings: ImportWarning[] = [];
  const source = await openBrunoFolder(folder, warnings);
  const settings = parseSettings(await source.readText('bruno.json'));
  const name = text(settings['name']) || path.basename(folder);
  warnings.push(...connectionOf(settings));
  const { flow } = (isObject(settings['scripts']) ? settings['scripts'] : {}) as { flow?: unknown };
  const shared = await source.parse('collection.bru', 'collection');
  ignoreFields(shared?.['meta'], 'name', 'seq', 'type');
  const defaults = shared && defaultsOf(shared, name, warnings);
  const environments: Environment[] = [];
  for (const file of await source.namesIn('environments')) {
    const json = file.endsWith('.bru') ? await source.parse(`environments/${file}`, 'environment') : undefined;
    if (json)
      environments.push({
        name: file.replace(/\.bru$/, ''),
        ...optional('color', text(json['color'])),
        ...optional('extends', text(json['extends'])),
        variables: list(json['variables']).map(environmentVariableOf),
      });
  }
  for (const problem of problemsOfExtends(environments)) warnings.push({ where: 'environments', what: problem });
  const dotEnv = source.kindOf('.env') === 'file' ? await source.readText('.env') : '';
  const modules: string[] = [];
  const leftOut: NonNullable<ImportedCollection['leftOut']> = [];
  const items = await itemsIn(source, { relative: '', depth: 0, modules, leftOut });
  const damaged = source.reasonOf('collection.bru');
  if (source.problems.length > 0) throw codedError('InvalidData', source.problems[0] ?? '', 'Import less at a time.');
  const imported: ImportedCollection = untrackAll({
    kind: 'Bruno collection',
    name,
    ...optional('docs', text(shared?.['docs'])),
    ...(defaults ? { defaults } : {}),
    // Preserves Bruno's order: folders before requests, and the flow of its scripts.
    extensions: { bruno: { scripts: { flow: flow === 'sequential' ? flow : 'sandwich' } } },
    items,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(damaged === undefined ? {} : { damaged: `collection.bru: ${damaged}` }),
    ...withDotEnv(environments, dotEnv, { name, warnings }),
    files: { folder, paths: [...modules, ...bodyFilesOf(items)] },
    warnings,
  });
  const scripts = { name, defaults, items };
  warnings.push(...source.unread(), ...missingMembersIn(scripts), ...missingModulesIn(scripts));
  return imported;
}

const isModule = (file: string): boolean =>
  /\.(c?js|json)$/.test(file) && !/(^|\/)(bruno|package|package-lock)\.json$/.test(file);

function parseSettings(content: string): Json {
  try {
    const json: unknown = JSON.parse(content);
    return isObject(json) ? json : {};
  } catch (error) {
    throw codedError('InvalidData', `bruno.json is not JSON: ${(error as Error).message}`);
  }
}

/** A warning for the proxy and the client certificates, which are settings of the workspace here. */
function connectionOf({ proxy, clientCertificates }: Json): ImportWarning[] {
  const where = 'bruno.json';
  const config = isObject(proxy) && isObject(proxy['config']) ? proxy['config'] : proxy;
  const usesProxy =
    isObject(config) &&
    text(config['hostname']) !== '' &&
    isObject(proxy) &&
    proxy['enabled'] !== false &&
    proxy['disabled'] !== true;
  const certificates = isObject(clientCertificates) ? list(clientCertificates['certs']) : [];
  return [
    ...(usesProxy ? [{ where, what: 'its proxy: set it for the workspace, in "Proxy and certificates"' }] : []),
    ...(certificates.length > 0
      ? [{ where, what: 'its client certificates: set them for the workspace, in "Proxy and certificates"' }]
      : []),
  ];
}

interface Place {
  relative: string;
  depth: number;
  /** Receives the paths of the modules that scripts require. */
  modules: string[];
  /** Receives the requests that cannot be read. */
  leftOut: NonNullable<ImportedCollection['leftOut']>;
}

/** Folders before requests, in Bruno's order. */
async function itemsIn(source: BrunoFolder, place: Place): Promise<ImportedItem[]> {
  const { relative, depth, modules } = place;
  const { warnings } = source;
  const folders: { seq: number; file: string; item: ImportedItem }[] = [];
  const requests: { seq: number; item: ImportedItem }[] = [];
  if (!source.budget.allowsDepth(depth, relative)) return [];
  for (const name of await source.namesIn(relative)) {
    const inside = relative === '' ? name : `${relative}/${name}`;
    const isBru = name.endsWith('.bru') && !['collection.bru', 'folder.bru'].includes(name);
    const kind = source.kindOf(inside);
    if (kind === 'folder') {
      if (name.startsWith('.') || name === 'node_modules' || inside === 'environments') continue;
      const shared = await source.parse(`${inside}/folder.bru`, 'collection');
      const items = await itemsIn(source, { ...place, relative: inside, depth: depth + 1 });
      const damaged = source.reasonOf(`${inside}/folder.bru`);
      if (items.length === 0 && !shared) continue;
      const meta = isObject(shared?.['meta']) ? shared['meta'] : {};
      ignoreFields(meta, 'name', 'seq', 'type');
      const defaults = shared && defaultsOf(shared, inside, warnings);
      const docs = optional('docs', text(shared?.['docs']));
      const item = {
        name: text(meta['name']) || name,
        file: name,
        items,
        ...tagsOf(meta),
        ...(defaults ? { defaults } : {}),
        ...(damaged === undefined ? {} : { damaged: `${inside}/folder.bru: ${damaged}` }),
        ...docs,
      };
      folders.push({ seq: Number(meta['seq'] ?? Infinity), file: name, item });
    } else if (kind === 'file' && isModule(inside)) {
      modules.push(inside);
    } else if (kind === 'file' && isBru) {
      const read = await requestIn(source, inside);
      if (read) requests.push(read);
      else place.leftOut.push({ file: inside.replace(/\.bru$/, ''), reason: source.reasonOf(inside) ?? '' });
    }
  }
  const byName = folders.sort((a, b) => a.file.localeCompare(b.file, 'en'));
  // Requests of equal numbers, and those without one, stay sorted by the names of their files.
  const bySeq = requests.sort((a, b) => (a.seq === b.seq ? 0 : a.seq - b.seq));
  return [...atBrunoPlaces(byName), ...bySeq].map(({ item }) => item);
}

/** @returns undefined, with a warning, for a request that cannot be read or sent */
async function requestIn(source: BrunoFolder, file: string): Promise<{ seq: number; item: ImportedItem } | undefined> {
  const json = await source.parse(file, 'request');
  if (!json) return undefined;
  const meta = isObject(json['meta']) ? json['meta'] : {};
  if (!isObject(json['http'])) {
    ignoreFields(json, ...Object.keys(json));
    source.leaveOut(file, `the request: "${text(meta['type'])}" is not a kind that is sent here`);
    return undefined;
  }
  ignoreFields(meta, 'name', 'seq', 'type');
  const fileName = path.posix.basename(file, '.bru');
  const title = text(meta['name']) || fileName;
  const request = requestOf(json, title, file, source.warnings);
  return { seq: Number(meta['seq'] ?? Infinity), item: { name: title, file: fileName, request } };
}
