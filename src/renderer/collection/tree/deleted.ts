/** Items that were deleted within the last month: listed, restored, or deleted permanently. */
import type { DeletedSlice } from '../request-state.ts';
import type { StoreParts } from '../store-parts.ts';

export function createDeleted({ client, workspace, set, get }: StoreParts): DeletedSlice {
  const lists = workspace.latestCall();
  const showDeleted = () =>
    lists.show(client.call('collection.deleted', {}), ({ entries }) => set({ deleted: entries }));
  return {
    deleted: undefined,
    showDeleted,
    hideDeleted() {
      lists.cancel();
      set({ deleted: undefined });
    },
    async restoreDeleted(token) {
      await client.call('collection.restore', { token });
      if (get().deleted) await showDeleted();
      await get().load();
    },
    async restoreLatest() {
      const { entries } = await client.call('collection.deleted', {});
      const latest = entries.find(({ kind }) => kind !== 'environment');
      if (!latest) return undefined;
      await client.call('collection.restore', { token: latest.token });
      await get().load();
      return latest;
    },
    async purge(tokens) {
      await client.call('collection.purge', { tokens });
      if (get().deleted) await showDeleted();
    },
  };
}
