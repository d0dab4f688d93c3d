/** Whose variables are shown: read when they are opened, compared and written when something is typed. */
import { toFailure } from '../../contract/errors.ts';
import type { VariableOwner } from '../../contract/variable-calls.ts';
import { showHistory } from './variable-editing.ts';
import { same, withMissing } from './variable-rows.ts';
import type { ReadVariables } from './variable-storage.ts';
import type { ShownVariables, VariablesParts } from './variables-state.ts';

export function createShownVariables(parts: VariablesParts): ShownVariables {
  const { client, storage, saves, onStored, set, get } = parts;
  /** The owner of the last call of `show`. */
  let lastRequested: VariableOwner | null = null;
  const isShown = (owner: VariableOwner) => same(get().owner, owner);
  async function write(overwrite: boolean): Promise<void> {
    if (get().status === 'saved') return;
    const { owner, rows, current, wanted, stored } = get();
    set({ status: 'saving' });
    try {
      const secrets = owner ? await storage.write({ owner, typed: { rows, current, wanted, stored }, overwrite }) : [];
      if (secrets.length > 0) set(({ stored: names }) => ({ stored: [...new Set([...names, ...secrets])] }));
      const isLatest = get().rows === rows && get().current === current;
      set({ problem: null, ...(isLatest ? { status: 'saved' } : {}) });
      await onStored();
    } catch (error) {
      set({ status: 'unsaved', problem: toFailure(error) });
    }
  }
  /** @returns whether everything typed is stored */
  async function saveAll(): Promise<boolean> {
    while (get().status !== 'saved') {
      await get().save();
      if (get().status === 'unsaved' && get().problem) return false;
    }
    return true;
  }
  return {
    owner: null,
    stored: [],
    hidden: [],
    status: 'saved',
    problem: null,
    async show(owner) {
      lastRequested = owner;
      if (isShown(owner)) return get().refresh();
      const answer = await storage.read(owner);
      // What is typed while the host answers is stored first; when that fails, the former owner stays on the screen.
      if (!(await saveAll())) return;
      // Several calls may wait at once: only the last one counts, and the second of two for one owner changes nothing.
      if (!same(lastRequested, owner) || isShown(owner)) return;
      storage.forgetSecrets();
      set(({ owner: before, wanted }) => ({ owner, rows: [], wanted: before ? [] : wanted }));
      accept(parts, answer);
      showHistory(parts);
    },
    async refresh() {
      const { owner, status } = get();
      if (!owner || status !== 'saved') return;
      const answer = await storage.read(owner);
      if (isShown(owner) && get().status === 'saved') accept(parts, answer);
    },
    save(overwrite = false) {
      saves.cancelScheduled();
      return saves.enqueue(() => write(overwrite));
    },
    async takeTheirs() {
      const { owner } = get();
      if (!owner) return;
      saves.cancelScheduled();
      await saves.idle();
      accept(parts, await storage.read(owner));
    },
    async reveal(name) {
      const { owner } = get();
      if (owner?.kind !== 'environment') return null;
      return (await client.call('variables.reveal', { environment: owner.name, name })).value;
    },
  };
}

/** Shows what the host has. The value of a secret is not read back: what is typed stays in its field. */
function accept({ storage, set, get }: VariablesParts, answer: ReadVariables): void {
  const { rows: shown, wanted } = get();
  const typed = new Map(shown.filter(({ secret }) => secret).map(({ name, value }) => [name, value]));
  const rows = answer.rows.map((row) => (row.secret ? { ...row, value: typed.get(row.name) ?? '' } : row));
  storage.accept({ ...answer, rows });
  const next = withMissing(rows, wanted);
  const { current, stored, hidden } = answer;
  set({ rows: same(next, shown) ? shown : next, current, stored, hidden, status: 'saved', problem: null });
}
