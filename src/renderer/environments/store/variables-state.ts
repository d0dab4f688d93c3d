/** The state of the variables store and what can be done with it, by the parts that implement it. */
import type { StoreApi } from 'zustand';
import type { Failure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { DeclaredVariable, VariableOwner } from '../../../contract/collection/variable-calls.ts';
import type { SaveQueue } from './save-queue.ts';
import type { VariableHistories, VariableSnapshot } from './variable-history.ts';
import type { VariableStorage } from './variable-storage.ts';

/** What is typed into the table, change by change. */
export interface VariableEditing extends VariableSnapshot {
  /** Names that are to get a value: the table shows a row for each. */
  wanted: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
  define(names: readonly string[]): void;
  edit(rows: readonly DeclaredVariable[]): void;
  /** Sets the values that requests use now; null goes back to the shared value. */
  setCurrent(values: Record<string, string | null>): void;
  undo(): void;
  redo(): void;
}

/** Whose variables are shown. */
export interface ShownVariables {
  owner: VariableOwner | null;
  /** Names of secrets that have a value. */
  stored: string[];
  /** Names of secrets for which a script has set a value. */
  hidden: string[];
  /** Stores what is typed, then shows another owner. */
  show(owner: VariableOwner): Promise<void>;
  /** Reads the variables of the shown owner again, unless something typed is not stored yet. */
  refresh(): Promise<void>;
  /** @returns the value of a secret, for the person who asked to see it */
  reveal(name: string): Promise<string | null>;
}

/** Whether what is typed is stored. */
export interface VariableSaving {
  status: 'saved' | 'saving' | 'unsaved';
  /** Why the last change is not stored. */
  problem: Failure | null;
  /** @param overwrite also when another program has changed the file */
  save(overwrite?: boolean): Promise<void>;
  /** Discards what is typed and shows what is on disk. */
  takeTheirs(): Promise<void>;
}

/** Changes of the list of environments. */
export interface EnvironmentEdits {
  add(name: string, copyOf: string | null): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** @returns what brings it back */
  remove(name: string): Promise<() => Promise<void>>;
}

export interface VariablesStore extends VariableEditing, ShownVariables, VariableSaving, EnvironmentEdits {}

/** What the parts of the store share. */
export interface VariablesParts {
  client: HostClient;
  storage: VariableStorage;
  histories: VariableHistories;
  saves: SaveQueue;
  /** Is called after every stored change, so that other views read the variables again. */
  onStored(): Promise<void>;
  set: StoreApi<VariablesStore>['setState'];
  get: StoreApi<VariablesStore>['getState'];
}
