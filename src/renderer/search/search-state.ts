/** The state of the store of the search. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { SearchedItem, SearchHit, SearchPart, SearchPlace } from '../../contract/collection/search.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { AppStore } from '../context/app-store.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import type { ScriptStore } from '../scripts/script-store.ts';

/** A place that the editor shows; a new object for each opening, even of the same place. */
interface OpenedPlace {
  id: string;
  part: SearchPart;
  line: number;
  turn: number;
}
export interface SearchStore {
  /** Whether the requests' sidebar shows the search instead of the tree. */
  shown: boolean;
  text: string;
  replacement: string;
  matchCase: boolean;
  wholeWord: boolean;
  items: SearchedItem[];
  /** Whether the list contains all hits. */
  complete: boolean;
  searching: boolean;
  /** Whether the host has answered the present query. */
  answered: boolean;
  /** Hits that are excluded from replacing, by `keyOf`. */
  excluded: ReadonlySet<string>;
  place: OpenedPlace | undefined;
  show(shown: boolean): void;
  /** Changes the query, and sends it. */
  ask(change: Partial<Pick<SearchStore, 'text' | 'matchCase' | 'wholeWord'>>): Promise<void>;
  setReplacement(replacement: string): void;
  toggle(hit: SearchHit): void;
  open(hit: SearchHit): Promise<void>;
  /** Replaces every hit that is not excluded. */
  replace(): Promise<{ replaced: number; problems: string[]; undo: () => Promise<void> }>;
}

/** The dependencies of the search. */
export interface SearchParts {
  client: HostClient;
  workspace: ShownWorkspace;
  app: StoreApi<AppStore>;
  requests: StoreApi<RequestStore>;
  scripts: StoreApi<ScriptStore>;
}

export const keyOf = ({ id, field, occurrence }: SearchPlace): string => JSON.stringify([id, field, occurrence]);
