/** The texts of a workspace that can be searched: its collection, its folders and requests, its scripts. */
import { setImmediate as pause } from 'node:timers/promises';
import type { EditedFolder, TreeItem } from '../../../contract/collection/collection.ts';
import type { SearchedItem } from '../../../contract/collection/search.ts';
import { toEdited } from '../../collection/edit/to-edited.ts';
import { textsOf, type TextField } from '../../collection/edit/find-text.ts';
import { MIB } from '../../collection/files/limits.ts';
import type { CollectionApi } from '../collection/collection-api.ts';
import type { Session } from '../session.ts';

export type SearchableItem = Pick<SearchedItem, 'kind' | 'id' | 'name' | 'method'>;
export interface Searchable {
  item: SearchableItem;
  /** Names of its folders, the outermost first. */
  path: string[];
  texts: TextField[];
}

export interface SearchableTexts {
  /** The texts of all files, read once for concurrent searches; a failure is not cached. */
  current(): Promise<Searchable[]>;
  /** Reads the files again at the next call of `current`. */
  forget(): void;
}

/** The number of items after which other work gets its turn. */
export const ITEMS_IN_A_ROW = 250;
/** Limit for all scripts together, in bytes; further ones are not searched. */
const MAX_SCRIPTS = 64 * MIB;

type ReadFolder = Pick<CollectionApi, 'collection.readFolder'>;

/** The texts are read again after the workspace has changed. */
export function createSearchableTexts(session: Session, files: ReadFolder): SearchableTexts {
  let texts: Promise<Searchable[]> | undefined;
  const forget = () => void (texts = undefined);
  session.events.subscribe((name) => {
    if (name === 'workspace.changed') forget();
  });
  const readTexts = async () => [...(await readCollection(session, files)), ...(await readScripts(session))];
  return {
    current() {
      const reading = (texts ??= readTexts());
      reading.catch(forget);
      return reading;
    },
    forget,
  };
}

async function readScripts(session: Session): Promise<Searchable[]> {
  const { scripts } = await session.describe();
  const searchable: Searchable[] = [];
  let remainingBytes = MAX_SCRIPTS;
  for (const { path: id, size } of scripts) {
    remainingBytes -= size;
    if (remainingBytes < 0) break;
    // An unreadable script is reported when it is opened.
    const content = await session.files.readScript(id).then(
      (script) => script.content,
      () => '',
    );
    searchable.push({ item: { kind: 'script', id, name: id, method: '' }, path: [], texts: textsOf({ content }) });
  }
  return searchable;
}

async function readCollection({ collection }: Session, files: ReadFolder): Promise<Searchable[]> {
  const loaded = await collection.load();
  if (!loaded) return [];
  const requests = new Map(loaded.requests.map((request) => [request.id, request.request]));
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
    const edited = request ? toEdited(request) : await readFolder(item, files);
    searchable.push({ item, path: item === root ? [] : pathOf(item), texts: edited ? textsOf(edited) : [] });
  }
  return searchable;
}

/** @returns undefined for a folder whose file cannot be read, which the tree reports */
async function readFolder({ id, kind }: TreeItem, files: ReadFolder): Promise<EditedFolder | undefined> {
  if (kind !== 'folder') return undefined;
  return Promise.resolve(files['collection.readFolder']({ id }, new AbortController().signal)).then(
    ({ folder }) => folder,
    () => undefined,
  );
}
