/** Undo and redo of edits of variables, for each owner separately. */
import type { DeclaredVariable, VariableOwner } from '../../../contract/collection/variable-calls.ts';

/** Changes of one cell within this time are undone together. */
const SAME_CHANGE_MS = 1000;
const MAX_UNDO = 200;

export interface VariableSnapshot {
  rows: DeclaredVariable[];
  /** Current values, by the name of their variable. */
  current: Record<string, string>;
}

interface VariableHistory {
  /**
   * Remembers the state before a change.
   * @param change equal for changes that are undone together
   */
  record(before: VariableSnapshot, change: string): void;
  /** @returns the state before the last change, undefined when there is none; `present` can be redone */
  undo(present: VariableSnapshot): VariableSnapshot | undefined;
  redo(present: VariableSnapshot): VariableSnapshot | undefined;
  canUndo(): boolean;
  canRedo(): boolean;
}

export function createVariableHistory(): VariableHistory {
  let pastSnapshots: VariableSnapshot[] = [];
  let future: VariableSnapshot[] = [];
  let last = { change: '', at: 0 };
  const step = (from: VariableSnapshot[], to: VariableSnapshot[], { rows, current }: VariableSnapshot) => {
    const next = from.pop();
    if (!next) return undefined;
    to.push({ rows, current });
    last = { change: '', at: 0 };
    return next;
  };
  return {
    record({ rows, current }, change) {
      const now = Date.now();
      if (last.change !== change || now - last.at > SAME_CHANGE_MS) pastSnapshots.push({ rows, current });
      pastSnapshots = pastSnapshots.slice(-MAX_UNDO);
      future = [];
      last = { change, at: now };
    },
    undo: (present) => step(pastSnapshots, future, present),
    redo: (present) => step(future, pastSnapshots, present),
    canUndo: () => pastSnapshots.length > 0,
    canRedo: () => future.length > 0,
  };
}

export interface VariableHistories {
  of(owner: VariableOwner | null): VariableHistory;
  /** Moves the history of a renamed owner. */
  move(from: VariableOwner, to: VariableOwner): void;
  clear(): void;
}

export function createVariableHistories(): VariableHistories {
  const histories = new Map<string, VariableHistory>();
  const keyOf = (owner: VariableOwner | null) => JSON.stringify(owner);
  return {
    of(owner) {
      const history = histories.get(keyOf(owner)) ?? createVariableHistory();
      histories.set(keyOf(owner), history);
      return history;
    },
    move(from, to) {
      const history = histories.get(keyOf(from));
      if (history) histories.set(keyOf(to), history);
    },
    clear: () => histories.clear(),
  };
}
