/** Stores edits of the shown variables, and handles changes of their file by another program. */
import { isSameJson } from '../../ui/same-json.ts';
import { toFailure, type Failure } from '../../../contract/errors.ts';
import { withMissing } from './variable-rows.ts';
import type { ReadVariables } from './variable-storage.ts';
import type { VariableSaving, VariablesParts } from './variables-state.ts';

export function createVariableSaving(parts: VariablesParts): VariableSaving {
  const { storage, saves, onStored, set, get } = parts;
  async function write(overwrite: boolean): Promise<void> {
    if (get().status === 'saved') return;
    const { owner, rows, current, requestedNames, stored } = get();
    set({ status: 'saving' });
    try {
      const secrets = owner ? await storage.write({ owner, rows, current, requestedNames, stored }, overwrite) : [];
      if (secrets.length > 0) set(({ stored: names }) => ({ stored: [...new Set([...names, ...secrets])] }));
      const isLatest = get().rows === rows && get().current === current;
      set({ problem: null, ...(isLatest ? { status: 'saved' } : {}) });
      await onStored();
    } catch (error) {
      set({ status: 'unsaved', problem: toFailure(error) });
    }
  }
  return {
    status: 'saved',
    problem: null,
    save(overwrite = false) {
      saves.cancelScheduled();
      return saves.enqueue(() => write(overwrite));
    },
    async reloadFromDisk() {
      const { owner } = get();
      if (!owner) return;
      saves.cancelScheduled();
      await saves.idle();
      const answer = await storage.read(owner);
      if (isSameJson(get().owner, owner)) showStored(parts, answer);
    },
  };
}

/** @returns why what is typed cannot be stored; null: all of it is */
export async function saveAll({ get }: VariablesParts): Promise<Failure | null> {
  while (get().status !== 'saved') {
    await get().save();
    const { status, problem } = get();
    if (status === 'unsaved' && problem) return problem;
  }
  return null;
}

/** Shows the stored values. The value of a secret is not read back, so its edits stay in the field. */
export function showStored({ storage, set, get }: VariablesParts, answer: ReadVariables): void {
  const { rows: shownRows, requestedNames } = get();
  const typedSecrets = new Map(shownRows.filter(({ secret }) => secret).map(({ name, value }) => [name, value]));
  const rows = answer.rows.map((row) => (row.secret ? { ...row, value: typedSecrets.get(row.name) ?? '' } : row));
  storage.accept({ ...answer, rows });
  const next = withMissing(rows, requestedNames);
  const { current, stored, inherited, hidden } = answer;
  set({
    rows: isSameJson(next, shownRows) ? shownRows : next,
    current,
    stored,
    inherited,
    hidden,
    status: 'saved',
    problem: null,
  });
}
