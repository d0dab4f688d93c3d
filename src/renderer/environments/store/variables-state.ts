/** The state and the actions of the variables store, grouped by the files that implement them. */
import type { StoreApi } from 'zustand';
import type { Failure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type {
  DeclaredVariable,
  InheritedVariable,
  VariableOwner,
} from '../../../contract/collection/variable-calls.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';
import type { SaveQueue } from './save-queue.ts';
import type { VariableHistories, VariableSnapshot } from './variable-history.ts';
import type { VariableStorage } from './variable-storage.ts';

/** Edits of the table, change by change. */
export interface VariableEditing extends VariableSnapshot {
  /** Names to be defined: the table shows a row for each. */
  requestedNames: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
  define(names: readonly string[]): void;
  edit(rows: readonly DeclaredVariable[]): void;
  /** Sets current values; null restores the shared value. */
  setCurrent(values: Record<string, string | null>): void;
  undo(): void;
  redo(): void;
}

/** The owner whose variables are shown. */
export interface ShownVariables {
  owner: VariableOwner | null;
  /** Names of secrets that have a value. */
  stored: string[];
  /** The variables of the environments that a shown one extends. */
  inherited: InheritedVariable[];
  /** Names of secrets for which a script has set a value. */
  hidden: string[];
  /** Stores edits, then shows another owner. */
  show(owner: VariableOwner): Promise<void>;
  /** Shows the owner with which the page begins, unless another one is being read. */
  showFirst(owner: VariableOwner): Promise<void>;
  /** Reads the variables of the shown owner again, unless there are edits that are not stored yet. */
  refresh(): Promise<void>;
  /** @returns the value of a secret, for the person who asked to see it */
  reveal(name: string): Promise<string | null>;
}

/** The state of storing edits. */
export interface VariableSaving {
  status: 'saved' | 'saving' | 'unsaved';
  /** Why the last change could not be stored. */
  problem: Failure | null;
  /** @param overwrite also when another program has changed the file */
  save(overwrite?: boolean): Promise<void>;
  /** Discards edits and shows the stored values. */
  reloadFromDisk(): Promise<void>;
}

/** Changes of the list of environments. */
export interface EnvironmentEdits {
  add(name: string, copyOf: string | null): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** @returns a function that restores it */
  remove(name: string): Promise<() => Promise<void>>;
}

export interface VariablesStore extends VariableEditing, ShownVariables, VariableSaving, EnvironmentEdits {}

/** The state that the parts of the store share. */
export interface VariablesParts {
  client: HostClient;
  workspace: ShownWorkspace;
  storage: VariableStorage;
  histories: VariableHistories;
  saves: SaveQueue;
  /** Called after every stored change, so that other views read the variables again. */
  onStored(): Promise<void>;
  set: StoreApi<VariablesStore>['setState'];
  get: StoreApi<VariablesStore>['getState'];
}
