/** Search and replace in a whole collection and the scripts of its workspace: what is typed and not saved is searched in the place of its file. */
import { setImmediate as pause } from 'node:timers/promises';
import type { EditedFolder, EditedRequest, TreeItem } from '../../contract/collection.ts';
import { toFailure } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import { withUrl } from '../../contract/request-params.ts';
import {
  MAX_HITS,
  type EditedScript,
  type SearchedItem,
  type SearchHit,
  type SearchQuery,
  type UnsavedItem,
} from '../../contract/search.ts';
import {
  lineOf,
  occurrencesIn,
  replaceAt,
  textsOf,
  toExpression,
  withText,
  type TextField,
} from '../collection/find-text.ts';
import { toEdited } from '../collection/edit-request.ts';
import { MIB } from '../collection/limits.ts';
import type { CollectionApi } from './collection-api.ts';
import type { Session } from './session.ts';

type SearchApi = Pick<HostApi, 'collection.search' | 'collection.replace'>;
type Files = Pick<
  CollectionApi,
  'collection.read' | 'collection.save' | 'collection.readFolder' | 'collection.saveFolder'
>;
type Item = Pick<SearchedItem, 'kind' | 'id' | 'name' | 'method'>;
interface Searchable {
  item: Item;
  path: string[];
  texts: TextField[];
}
/** After so many items other work gets its turn, and a search that nobody waits for any more ends. */
const ITEMS_IN_A_ROW = 250;
/** Bytes of all scripts together; those beyond are not searched. */
const MAX_SCRIPTS = 64 * MIB;
const isScript = (id: string) => id.startsWith('scripts/');

export function createWorkspaceSearch(session: Session, files: Files): SearchApi {
  const { collection } = session;
  /** The texts of all files; read again after something in the workspace has changed. */
  let texts: Promise<Searchable[]> | undefined;
  session.events.subscribe((name) => {
    if (name === 'workspace.changed') texts = undefined;
  });

  const readTexts = async (): Promise<Searchable[]> => [...(await readCollection()), ...(await readScripts())];
  async function readScripts(): Promise<Searchable[]> {
    const { scripts } = await session.describe();
    const searchable: Searchable[] = [];
    let room = MAX_SCRIPTS;
    for (const { path: id, size } of scripts) {
      room -= size;
      if (room < 0) break;
      // One that cannot be read says so when it is opened.
      const content = await session.files.readScript(id).then(
        (script) => script.content,
        () => '',
      );
      searchable.push({ item: { kind: 'script', id, name: id, method: '' }, path: [], texts: textsOf({ content }) });
    }
    return searchable;
  }
  async function readCollection(): Promise<Searchable[]> {
    const loaded = await collection.load();
    if (!loaded) return [];
    const requests = new Map(loaded.requests.map((one) => [one.id, one.request]));
    const folders = new Map(loaded.items.map((item) => [item.id, item]));
    const pathOf = ({ parent }: TreeItem): string[] => {
      const above = folders.get(parent);
      return above ? [...pathOf(above), above.name] : [];
    };
    const root: TreeItem = { kind: 'folder', id: '', name: loaded.name, method: '', parent: '' };
    const searchable: Searchable[] = [];
    for (const [index, item] of [root, ...loaded.items].entries()) {
      if (index % ITEMS_IN_A_ROW === 0) await pause();
      const request = requests.get(item.id);
      const edited = request ? toEdited(request) : await readFolder(item);
      searchable.push({ item, path: item === root ? [] : pathOf(item), texts: edited ? textsOf(edited) : [] });
    }
    return searchable;
  }
  /** Undefined for a folder whose file cannot be read, which the tree of the collection says. */
  async function readFolder({ id, kind }: TreeItem): Promise<EditedFolder | undefined> {
    if (kind !== 'folder') return undefined;
    return Promise.resolve(files['collection.readFolder']({ id }, new AbortController().signal)).then(
      ({ folder }) => folder,
      () => undefined,
    );
  }
  /** Begun once, also for searches side by side; a failure is not remembered. */
  function currentTexts(): Promise<Searchable[]> {
    const reading = (texts ??= readTexts());
    reading.catch(() => (texts = undefined));
    return reading;
  }

  return {
    async 'collection.search'({ query, unsaved }, signal) {
      const all = await currentTexts();
      if (!query) return { items: [], complete: true, searched: all.length };
      const typed = new Map(unsaved.map((one) => [one.id, textsOf(one.edited)]));
      const expression = toExpression(query);
      const items: SearchedItem[] = [];
      let room = MAX_HITS;
      for (const [index, { item, path, texts: saved }] of [...all, ...withoutFile(unsaved)].entries()) {
        if (room <= 0) break;
        if (index % ITEMS_IN_A_ROW === ITEMS_IN_A_ROW - 1) {
          await pause();
          signal.throwIfAborted();
        }
        const hits = hitsIn(item, typed.get(item.id) ?? saved, expression).slice(0, room);
        room -= hits.length;
        const { kind, id, name, method } = item;
        if (hits.length > 0) items.push({ kind, id, name, method, path, unsaved: typed.has(id), hits });
      }
      return { items, complete: room > 0, searched: all.length };
    },
    async 'collection.replace'({ query, replacement, places, unsaved }, signal) {
      const byItem = Map.groupBy(places, ({ id }) => id);
      const typed = new Map(unsaved.map((one) => [one.id, one]));
      const result: Awaited<ReturnType<SearchApi['collection.replace']>> = {
        replaced: 0,
        files: [],
        unsaved: [],
        problems: [],
      };
      for (const [id, wanted] of byItem) {
        signal.throwIfAborted();
        const draft = typed.get(id);
        try {
          if (draft) {
            const { edited, count } = replaceIn(draft.edited, { query, replacement, places: wanted });
            if (count > 0) result.unsaved.push({ ...draft, edited } as typeof draft);
            result.replaced += count;
            continue;
          }
          const written = await replaceInFile(id, { query, replacement, places: wanted }, signal);
          if (written) {
            result.files.push({ before: written.before, version: written.version });
            result.replaced += written.count;
          }
        } catch (error) {
          result.problems.push(`${id}: ${toFailure(error).message}`);
        }
      }
      texts = undefined;
      return result;
    },
  };

  async function replaceInFile(id: string, change: Replacing, signal: AbortSignal) {
    if (/\.ya?ml$/.test(id)) {
      const { request, version } = await files['collection.read']({ id }, signal);
      const { edited, count } = replaceIn(request, change);
      if (count === 0) return undefined;
      const saved = await files['collection.save']({ id, request: edited, version }, signal);
      return { before: { kind: 'request' as const, id, edited: request }, version: saved.version, count };
    }
    if (isScript(id)) {
      const { content, version } = await session.files.readScript(id);
      const { edited, count } = replaceIn<EditedScript>({ content }, change);
      if (count === 0) return undefined;
      const saved = await session.files.writeScript(id, edited.content, version);
      return { before: { kind: 'script' as const, id, edited: { content } }, version: saved.version, count };
    }
    const { folder, version } = await files['collection.readFolder']({ id }, signal);
    const { edited, count } = replaceIn(folder, change);
    if (count === 0) return undefined;
    const saved = await files['collection.saveFolder']({ id, folder: edited, version }, signal);
    return { before: { kind: 'folder' as const, id, edited: folder }, version: saved.version, count };
  }
}

/** Requests that have no file yet. */
const withoutFile = (unsaved: readonly UnsavedItem[]): Searchable[] =>
  unsaved.flatMap((one) =>
    one.kind === 'request' && one.name !== undefined
      ? [{ item: { kind: 'request', id: one.id, name: one.name, method: one.edited.method }, path: [], texts: [] }]
      : [],
  );

function hitsIn(item: Item, texts: readonly TextField[], expression: RegExp): SearchHit[] {
  const all: TextField[] = [{ field: [], part: 'name', text: item.name }, ...texts];
  return all.flatMap(({ field, part, text }) =>
    occurrencesIn(text, expression).map((occurrenceInText, occurrence) => ({
      ...{ id: item.id, field, occurrence, part, replaceable: part !== 'name' },
      ...lineOf(text, occurrenceInText),
    })),
  );
}

interface Replacing {
  query: SearchQuery;
  replacement: string;
  places: readonly { field: (string | number)[]; occurrence: number }[];
}
function replaceIn<T extends EditedRequest | EditedFolder | EditedScript>(
  edited: T,
  { query, replacement, places: places }: Replacing,
): { edited: T; count: number } {
  const expression = toExpression(query);
  let changed = edited;
  let total = 0;
  // Only texts that a search has: a place names no other member.
  for (const { field, text } of textsOf(edited)) {
    const key = JSON.stringify(field);
    const here = places.filter((place) => JSON.stringify(place.field) === key);
    if (here.length === 0) continue;
    const occurrences = new Set(here.map(({ occurrence }) => occurrence));
    const replaced = replaceAt(text, expression, { occurrences, replacement });
    if (!replaced) continue;
    total += replaced.count;
    changed = withText(changed, field, replaced.text);
  }
  // The table of parameters repeats the address.
  if ('url' in changed && 'url' in edited && changed.url !== edited.url) {
    changed = { ...changed, ...withUrl(changed.url, changed.params) };
  }
  return { edited: changed, count: total };
}
