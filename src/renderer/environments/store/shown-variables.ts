/**
 * The owner whose variables are shown. They are read when it is opened, and again when another program may have changed
 * them.
 */
import { isSameJson } from '../../ui/same-json.ts';
import type { VariableOwner } from '../../../contract/collection/variable-calls.ts';
import { showHistory } from './variable-editing.ts';
import { saveAll, showStored } from './variable-saving.ts';
import type { ShownVariables, VariablesParts } from './variables-state.ts';

export function createShownVariables(parts: VariablesParts): ShownVariables {
  const { storage, workspace, set, get } = parts;
  const refreshes = workspace.latestCall();
  /** The owner of the last call of `show`, while it is under way. */
  let lastRequested: VariableOwner | null = null;
  workspace.follow({ left: () => (lastRequested = null) });
  const isShown = (owner: VariableOwner) => isSameJson(get().owner, owner);
  async function showNow(owner: VariableOwner): Promise<void> {
    if (isShown(owner)) return get().refresh();
    const answer = await storage.read(owner);
    // Edits are stored first; if that fails, the former owner stays on the screen.
    if (await saveAll(parts)) return;
    // Of several waiting calls only the last one is executed, and only if it is for another owner.
    if (!isSameJson(lastRequested, owner) || isShown(owner)) return;
    storage.changeOwner(owner);
    set(({ owner: before, requestedNames }) => ({ owner, rows: [], requestedNames: before ? [] : requestedNames }));
    showStored(parts, answer);
    showHistory(parts);
  }
  return {
    owner: null,
    stored: [],
    inherited: [],
    hidden: [],
    async show(owner) {
      lastRequested = owner;
      try {
        await showNow(owner);
      } finally {
        if (lastRequested === owner) lastRequested = null;
      }
    },
    async showFirst(owner) {
      if (lastRequested === null) await get().show(owner);
    },
    async refresh() {
      const { owner, status } = get();
      if (!owner || status !== 'saved') return;
      const refreshing = refreshes.begin();
      const answer = await storage.read(owner);
      if (!refreshing.aborted && isShown(owner) && get().status === 'saved') showStored(parts, answer);
    },
    reveal: (name) => storage.reveal(get().owner, name),
  };
}
