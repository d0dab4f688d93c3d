/** Items that were deleted within the last month: listed, restored, or deleted permanently. */
import type { DeletedSlice } from '../request-state.ts';
import type { StoreParts } from '../store-parts.ts';

export function createDeleted({ client, set, get }: StoreParts): DeletedSlice {
  const showDeleted = async () => set({ deleted: (await client.call('collection.deleted', {})).entries });
  /** Reads the list again, unless it was closed meanwhile. */
  async function refresh(): Promise<void> {
    const { entries } = await client.call('collection.deleted', {});
    if (get().deleted) set({ deleted: entries });
  }
  return {
    deleted: undefined,
    showDeleted,
    hideDeleted: () => set({ deleted: undefined }),
    async restoreDeleted(token) {
      await client.call('collection.restore', { token });
      await refresh();
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
      await refresh();
    },
  };
}
