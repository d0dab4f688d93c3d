/** The shown notification, and changes of single notifications. */
import { notificationBodyId } from '../../contract/webhooks/notification-body-id.ts';
import type { SelectedNotification, WebhookParts } from './webhook-state.ts';

/**
 * What commands concern: undefined while another notification than the shown one is marked, and being read, because the
 * person means that one.
 */
export const markedNotification = ({ selected, chosenId }: Pick<SelectedNotification, 'selected' | 'chosenId'>) =>
  selected?.summary.id === chosenId ? selected : undefined;

export function createSelectedNotification({ client, workspace, set, get }: WebhookParts): SelectedNotification {
  /** @returns the numbers of the removed ones */
  async function removeStored(ids: number[] | 'filtered'): Promise<number[]> {
    if (ids === 'filtered') return (await client.call('notifications.removeAll', { filter: get().filter })).ids;
    await client.call('notifications.remove', { ids });
    return ids;
  }
  const choices = workspace.latestCall();
  return {
    chosenId: undefined,
    selected: undefined,
    async select(id) {
      const choice = choices.begin();
      set({ chosenId: id });
      try {
        const selected = await client.call('notifications.get', { id });
        if (!choice.aborted) set({ selected });
      } catch (error) {
        if (!choice.aborted) set((state) => ({ chosenId: state.selected?.summary.id }));
        throw error;
      }
    },
    async selectAgain() {
      const { chosenId, select } = get();
      if (chosenId !== undefined && !choices.current().aborted) await select(chosenId);
    },
    deselect(ids) {
      const isOne = (id: number | undefined) => !ids || (id !== undefined && ids.includes(id));
      if (isOne(get().selected?.summary.id)) set({ selected: undefined });
      if (!isOne(get().chosenId)) return;
      choices.cancel();
      set(({ selected }) => ({ chosenId: selected?.summary.id }));
    },
    async readCompared(id) {
      const detail = await client.call('notifications.get', { id });
      if (detail.summary.size === 0) return { detail, body: '' };
      const runId = notificationBodyId(id, 'text');
      return { detail, body: (await client.call('body.text', { runId, form: 'pretty' })).text };
    },
    async change(id, change) {
      await client.call('notifications.change', { id, ...change });
    },
    async remove(ids) {
      const removedIds = await removeStored(ids);
      get().deselect(removedIds);
      await get().load();
      return async () => {
        await client.call('notifications.restore', { ids: removedIds });
        await get().load();
      };
    },
  };
}
