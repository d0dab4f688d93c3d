/**
 * The variables of the shown environment, folder or scope, with their edits: stored a moment later, and undone change
 * by change. Each part of the store is in a file of its own.
 */
import { createStore, type StoreApi } from 'zustand';
import { fromFailure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';
import { createEnvironmentEdits } from './environment-edits.ts';
import { createSaveQueue } from './save-queue.ts';
import { createShownVariables } from './shown-variables.ts';
import { createVariableEditing } from './variable-editing.ts';
import { createVariableHistories } from './variable-history.ts';
import { createVariableSaving, saveAll } from './variable-saving.ts';
import { createVariableStorage } from './variable-storage.ts';
import type { VariablesParts, VariablesStore } from './variables-state.ts';

export type { VariablesStore };

/** @param onStored is called after every change that is stored, so that other views read the variables again */
export function createVariablesStore(
  client: HostClient,
  workspace: ShownWorkspace,
  onStored: () => Promise<void>,
): StoreApi<VariablesStore> {
  const store = createStore<VariablesStore>()((set, get) => {
    const parts: VariablesParts = {
      client,
      workspace,
      onStored,
      set,
      get,
      storage: createVariableStorage(client),
      histories: createVariableHistories(),
      saves: createSaveQueue(),
    };
    workspace.follow({
      async leaving() {
        const problem = await saveAll(parts);
        if (problem) throw fromFailure(problem);
      },
      left: parts.histories.clear,
    });
    return {
      ...createShownVariables(parts),
      ...createVariableEditing(parts),
      ...createVariableSaving(parts),
      ...createEnvironmentEdits(parts),
    };
  });
  /** Another program, or a script, may have changed what is shown. */
  const refresh = () =>
    void store
      .getState()
      .refresh()
      .catch(() => undefined);
  workspace.empty(store);
  workspace.follow({ changed: refresh });
  client.on('run.event', (event) => event.type === 'run.finished' && refresh());
  return store;
}
