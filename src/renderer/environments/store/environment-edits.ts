/** Changes of the list of environments. Edits of the shown one are stored first. */
import type { VariableOwner } from '../../../contract/collection/variable-calls.ts';
import type { EnvironmentEdits, VariablesParts } from './variables-state.ts';

export function createEnvironmentEdits({ client, histories, onStored, set, get }: VariablesParts): EnvironmentEdits {
  /** Shows an environment unless another owner was chosen since `before` was shown. */
  const showEnvironment = async (name: string, before: VariableOwner | null) => {
    await onStored();
    if (get().owner === before) await get().show({ kind: 'environment', name });
  };
  return {
    async add(name, copyOf) {
      const { owner } = get();
      await get().save();
      await client.call('collection.addEnvironment', { name, copyOf });
      await showEnvironment(name, owner);
    },
    async rename(from, to) {
      const { owner } = get();
      await get().save();
      await client.call('collection.renameEnvironment', { from, to });
      histories.move({ kind: 'environment', name: from }, { kind: 'environment', name: to });
      await showEnvironment(to, owner);
    },
    async remove(name) {
      await get().save();
      const { token } = await client.call('collection.removeEnvironment', { name });
      set(({ owner }) => (isEnvironment(owner, name) ? { owner: null, rows: [], current: {} } : {}));
      await onStored();
      return async () => {
        const { owner } = get();
        await client.call('collection.restore', { token });
        await showEnvironment(name, owner);
      };
    },
  };
}

const isEnvironment = (owner: VariableOwner | null, name: string): boolean =>
  owner?.kind === 'environment' && owner.name === name;
