/** Edits of the table of variables: every change can be undone, and is stored a moment later. */
import { showError } from '../../ui/messages/notify.ts';
import type { VariableSnapshot } from './variable-history.ts';
import { whatChanged, withMissing } from './variable-rows.ts';
import type { VariableEditing, VariablesParts } from './variables-state.ts';

export function createVariableEditing(parts: VariablesParts): VariableEditing {
  const { client, histories, saves, set, get } = parts;
  const put = (next: Partial<VariableSnapshot>) => {
    set({ ...next, status: 'unsaved' });
    showHistory(parts);
    saves.schedule(() => void get().save());
  };
  const change = (next: Partial<VariableSnapshot>, what: string) => {
    histories.of(get().owner).record(get(), what);
    put(next);
  };
  const step = (direction: 'undo' | 'redo') => {
    const next = histories.of(get().owner)[direction](get());
    if (next) put(next);
  };
  /** Values that a script has set for these secrets are not shown, so they are reset at once. */
  const resetHidden = (names: readonly string[]) => {
    const { owner, hidden } = get();
    const reset = names.filter((name) => hidden.includes(name));
    if (reset.length === 0 || !owner) return;
    set({ hidden: hidden.filter((name) => !reset.includes(name)) });
    const values = Object.fromEntries(reset.map((name) => [name, null]));
    saves
      .enqueue(async () => {
        await client.call('variables.setCurrent', { owner, values });
      })
      .catch(showError);
  };
  return {
    rows: [],
    current: {},
    requestedNames: [],
    canUndo: false,
    canRedo: false,
    define(names) {
      set(({ rows }) => ({ requestedNames: names, rows: withMissing(rows, names) }));
    },
    edit(rows) {
      change({ rows: [...rows] }, whatChanged(get().rows, rows));
    },
    setCurrent(values) {
      const names = Object.keys(values);
      const next = Object.entries({ ...get().current, ...values }).filter(([, value]) => value !== null);
      resetHidden(names);
      change({ current: Object.fromEntries(next) as Record<string, string> }, `current ${names.join()}`);
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
  };
}

/** Updates whether changes of the shown owner can be undone and redone. */
export function showHistory({ histories, set, get }: VariablesParts): void {
  const history = histories.of(get().owner);
  set({ canUndo: history.canUndo(), canRedo: history.canRedo() });
}
