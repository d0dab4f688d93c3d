/** Makes the ids of requests and folders unique in a workspace: ids of an import that are taken are replaced. */
import { randomUUID } from 'node:crypto';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import { optional, type ImportedItem } from './imported.ts';

/** The ids of the collection, its folders and its requests, except those of folders without requests. */
export function idsIn({ requests }: LoadedCollection): Set<string> {
  const ids = requests.flatMap(({ request, levelIds = [] }) => [...levelIds, request.info?.id ?? '']);
  return new Set(ids.filter((id) => id !== ''));
}

/**
 * Replaces ids that are taken, also in the scripts of the import that name them. If several items of the import
 * have one id, the last one keeps it, because Postman's `setNextRequest` goes to that one.
 * @param usedIds the ids of the workspace
 * @returns `replaced`: the number of items with a new id
 */
export function withDistinctIds(
  imported: readonly ImportedItem[],
  usedIds: ReadonlySet<string>,
): { items: ImportedItem[]; replaced: number } {
  const takenIds = new Set(usedIds);
  const replacements = new Map<string, string>();
  let replacedCount = 0;
  const distinct = (id: string | undefined): string | undefined => {
    if (id === undefined || !takenIds.has(id)) {
      if (id !== undefined) takenIds.add(id);
      return id;
    }
    replacedCount += 1;
    const next = randomUUID();
    // An id that is repeated within the import still names its last item.
    if (usedIds.has(id) && !replacements.has(id)) replacements.set(id, next);
    return next;
  };
  const withIds = (items: readonly ImportedItem[]): ImportedItem[] =>
    items
      .toReversed()
      .map((item): ImportedItem => {
        if ('items' in item) {
          const below = withIds(item.items);
          return { ...item, ...optional('id', distinct(item.id)), items: below };
        }
        const id = distinct(item.request.info?.id);
        return { ...item, request: { ...item.request, info: { ...item.request.info, ...optional('id', id) } } };
      })
      .toReversed();
  const items = withIds(imported);
  return { items: replacements.size === 0 ? items : withIdsInScripts(items, replacements), replaced: replacedCount };
}

/** A quoted text without blanks, which ids do not contain. */
const quotedText = /(['"`])([^'"`\s\\]{1,200})\1/g;
const namesRequest = /\b(?:setNextRequest|runRequest)\s*\(\s*$/;
/** Postman's ids are UUIDs and mean nothing else, so they are replaced wherever a script has them in quotes. */
const uuid = /^(?:\d+-)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function withIdsInScripts(items: readonly ImportedItem[], replacements: ReadonlyMap<string, string>): ImportedItem[] {
  const inCode = (code: string): string =>
    code.replace(quotedText, (match, quote: string, id: string, offset: number) => {
      const next = replacements.get(id);
      if (next === undefined) return match;
      const isId = uuid.test(id) || namesRequest.test(code.slice(Math.max(0, offset - 100), offset));
      return isId ? `${quote}${next}${quote}` : match;
    });
  const inScripts = (scripts: Scripts): Scripts => scripts.map((script) => ({ ...script, code: inCode(script.code) }));
  const inDefaults = (defaults: RequestDefaults): RequestDefaults =>
    defaults.scripts ? { ...defaults, scripts: inScripts(defaults.scripts) } : defaults;
  const inRequest = (request: OpenRequest): OpenRequest =>
    request.runtime?.scripts
      ? { ...request, runtime: { ...request.runtime, scripts: inScripts(request.runtime.scripts) } }
      : request;
  const inItem = (item: ImportedItem): ImportedItem =>
    'items' in item
      ? {
          ...item,
          ...(item.defaults ? { defaults: inDefaults(item.defaults) } : {}),
          items: item.items.map(inItem),
        }
      : { ...item, request: inRequest(item.request) };
  return items.map(inItem);
}
