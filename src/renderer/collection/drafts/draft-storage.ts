/**
 * The data of the request store that outlives the window: drafts, open tabs and the chosen environment of a workspace.
 */
import { draftNames, pathAfter } from '../../host/draft-names.ts';
import type { Drafts } from '../../host/drafts.ts';
import { storedTexts, textsIn } from '../../host/stored-fields.ts';
import type { OpenItem } from '../tabs/open-item.ts';
import { draftOf, hasDraft, isUnchanged, withDraft } from './request-draft.ts';

export interface OpenTabs {
  open: string[];
  activeId?: string | undefined;
  /** The folders of open requests without a file, by the ids of these. Requests in which nothing is typed have no draft. */
  parents?: Readonly<Record<string, string>>;
}

export interface DraftStorage {
  /** Ids of the requests and folders that differ from their files, open or not. */
  unsaved(): ReadonlySet<string>;
  /** Those, and the ids of those whose drafts have only the content of kinds that are not selected. */
  drafted(): ReadonlySet<string>;
  /** The id of a request or folder by the name of its draft; undefined for drafts of others. */
  idOf(name: string): string | undefined;
  /** Stores the unsaved edits of an item, or removes its draft when it equals the file. */
  store(item: OpenItem): void;
  restore(item: OpenItem): OpenItem;
  read(id: string): string | null;
  write(id: string, draft: string): void;
  remove(id: string): void;
  /** Moves the draft of a renamed or moved file. */
  move(from: string, to: string): void;
  /** Those that this window had before it was reloaded; in a new window, those that any window had last. */
  tabs(): OpenTabs;
  setTabs(tabs: OpenTabs): void;
  toggled(): string[];
  setToggled(ids: readonly string[]): void;
  /** Null: no choice was made; empty: no environment was chosen. */
  environment(): string | null;
  setEnvironment(name: string): void;
}

/** @param onUnsaved is called when `unsaved` changes */
export function createDraftStorage(drafts: Drafts, root: () => string, onUnsaved: () => void): DraftStorage {
  const prefix = () => draftNames.request(root());
  const keyOf = (id: string) => prefix() + id;
  const tabsName = () => `tabs ${root()}`;
  const write = (id: string, draft: string) => {
    const wasUnsaved = isUnsaved(drafts.getItem(keyOf(id)));
    drafts.setItem(keyOf(id), draft);
    if (wasUnsaved !== isUnsaved(draft)) onUnsaved();
  };
  const remove = (id: string) => {
    if (drafts.getItem(keyOf(id)) === null) return;
    drafts.removeItem(keyOf(id));
    onUnsaved();
  };
  const read = (id: string) => drafts.getItem(keyOf(id));
  const idOf = (name: string) => pathAfter(prefix(), name);
  return {
    idOf,
    unsaved: () =>
      new Set(drafts.names().flatMap((name) => (isUnsaved(drafts.getItem(name)) ? (idOf(name) ?? []) : []))),
    drafted: () => new Set(drafts.names().flatMap((name) => idOf(name) ?? [])),
    store: (item) => (hasDraft(item) ? write(item.id, draftOf(item)) : remove(item.id)),
    restore: (item) => withDraft(item, read(item.id)),
    read,
    write,
    remove,
    move(from, to) {
      const draft = read(from);
      if (draft === null || from === to) return;
      remove(from);
      write(to, draft);
    },
    tabs: () => readTabs(drafts.ofWindow?.getItem(tabsName()) ?? drafts.getItem(tabsName())),
    setTabs(tabs) {
      const text = JSON.stringify(tabs);
      drafts.ofWindow?.setItem(tabsName(), text);
      drafts.setItem(tabsName(), text);
    },
    toggled: () => storedTexts(drafts.getItem(`tree ${root()}`)),
    setToggled: (ids) => drafts.setItem(`tree ${root()}`, JSON.stringify(ids)),
    environment: () => drafts.getItem(`environment ${root()}`),
    setEnvironment: (name) => drafts.setItem(`environment ${root()}`, name),
  };
}

const isUnsaved = (draft: string | null): boolean => draft !== null && !isUnchanged(draft);

function readTabs(text: string | null): OpenTabs {
  try {
    const { open, activeId, parents } = JSON.parse(text ?? '{}') as Record<keyof OpenTabs, unknown>;
    const folders = Object.entries(isRecord(parents) ? parents : {}).filter(([, folder]) => typeof folder === 'string');
    return {
      open: textsIn(open),
      activeId: typeof activeId === 'string' ? activeId : undefined,
      parents: Object.fromEntries(folders) as Record<string, string>,
    };
  } catch {
    return { open: [] };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
