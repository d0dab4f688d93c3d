/** The state of the store of the search. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { SearchedItem, SearchHit, SearchPart, SearchPlace } from '../../contract/collection/search.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { AppStore } from '../context/app-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';

/** A place that the editor shows; each opening is another one, also of the same place. */
export interface OpenedPlace {
  id: string;
  part: SearchPart;
  line: number;
  turn: number;
}
export interface SearchStore {
  /** Whether the sidebar of the requests shows the search in the place of the tree. */
  shown: boolean;
  text: string;
  replacement: string;
  matchCase: boolean;
  wholeWord: boolean;
  items: SearchedItem[];
  /** Whether these are all hits. */
  complete: boolean;
  searching: boolean;
  /** Whether an answer for the present text has come. */
  answered: boolean;
  /** Hits that are not to be replaced, by `keyOf`. */
  excluded: ReadonlySet<string>;
  place: OpenedPlace | undefined;
  show(shown: boolean): void;
  /** Changes what is asked, and asks. */
  ask(change: Partial<Pick<SearchStore, 'text' | 'matchCase' | 'wholeWord'>>): Promise<void>;
  setReplacement(replacement: string): void;
  toggle(hit: SearchHit): void;
  open(hit: SearchHit): Promise<void>;
  /** Replaces at every hit that is not excluded. */
  replace(): Promise<{ replaced: number; problems: string[]; undo: () => Promise<void> }>;
}

/** What the search works with. */
export interface SearchParts {
  client: HostClient;
  app: StoreApi<AppStore>;
  requests: StoreApi<RequestStore>;
  scripts: StoreApi<ScriptStore>;
}

export const keyOf = ({ id, field, occurrence }: SearchPlace): string => JSON.stringify([id, field, occurrence]);
