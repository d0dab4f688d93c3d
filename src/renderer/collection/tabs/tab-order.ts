/** The order of tabs, and the tab that is shown after another one is closed. */
import { withMovedTab } from '../../ui/tabs/moved-tab.ts';
import type { TabsSlice } from '../request-state.ts';
import { isUntitled } from './open-item.ts';
import { showUntitled } from './untitled-tabs.ts';
import { remember, type StoreParts } from '../store-parts.ts';

export function createTabOrder(parts: StoreParts): Pick<TabsSlice, 'close' | 'moveTab' | 'stepTab'> {
  const { set, get } = parts;
  /** A request without a file is shown nowhere else, so its response would be lost, and its id is used again. */
  function stopUntitled(ids: readonly string[]): void {
    const runs = parts.runs.getState();
    for (const id of ids) if (isUntitled(id)) runs.stop(runs.of(`request ${id}`));
  }
  return {
    close(...ids) {
      stopUntitled(ids);
      const { open, activeId, shownExample, shownParts } = get();
      const remaining = open.filter(({ id }) => !ids.includes(id));
      const index = open.findIndex(({ id }) => id === activeId);
      // The active tab, or the nearest one to its right, or else to its left.
      const nearest = [...open.slice(index), ...open.slice(0, index).reverse()];
      const next = nearest.find((item) => remaining.includes(item))?.id;
      set({
        open: remaining,
        activeId: next,
        shownParts: Object.fromEntries(
          Object.entries(shownParts).filter(([id]) => !(isUntitled(id) && ids.includes(id))),
        ),
        shownExample: shownExample && ids.includes(shownExample.request) ? undefined : shownExample,
      });
      if (remaining.length === 0) showUntitled(parts, {});
      else if (next !== activeId)
        get()
          .loadVariables()
          .catch(() => undefined);
      remember(parts);
    },
    moveTab(id, before) {
      set(({ open }) => ({ open: withMovedTab(open, (item) => item.id, id, before) }));
      remember(parts);
    },
    async stepTab(step) {
      const { open, activeId } = get();
      const index = open.findIndex(({ id }) => id === activeId);
      const next = open[(index + step + open.length) % open.length];
      if (next) await get().select(next.id);
    },
  };
}
