/** Changes of the list of environments. Edits of the shown one are stored first. */
import type { EnvironmentEdits, VariablesParts } from './variables-state.ts';

export function createEnvironmentEdits({ client, histories, onStored, set, get }: VariablesParts): EnvironmentEdits {
  const showEnvironment = async (name: string) => {
    await onStored();
    await get().show({ kind: 'environment', name });
  };
  return {
    async add(name, copyOf) {
      await get().save();
      await client.call('collection.addEnvironment', { name, copyOf });
      await showEnvironment(name);
    },
    async rename(from, to) {
      await get().save();
      await client.call('collection.renameEnvironment', { from, to });
      histories.move({ kind: 'environment', name: from }, { kind: 'environment', name: to });
      await showEnvironment(to);
    },
    async remove(name) {
      await get().save();
      const { token } = await client.call('collection.removeEnvironment', { name });
      set({ owner: null, rows: [], current: {} });
      await onStored();
      return async () => {
        await client.call('collection.restore', { token });
        await showEnvironment(name);
      };
    },
  };
}
