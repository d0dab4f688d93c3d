/** The order of tabs, and the tab that is shown after another one is closed. */
import type { Tabs } from '../request-state.ts';
import { remember, type StoreParts } from '../store-parts.ts';

export function createTabOrder(parts: StoreParts): Pick<Tabs, 'close' | 'moveTab' | 'stepTab'> {
  const { set, get } = parts;
  return {
    close(...ids) {
      const { open, activeId, shownExample } = get();
      const remaining = open.filter(({ id }) => !ids.includes(id));
      const index = open.findIndex(({ id }) => id === activeId);
      // The active tab, or the nearest one to its right, or else to its left.
      const nearest = [...open.slice(index), ...open.slice(0, index).reverse()];
      const next = nearest.find((item) => remaining.includes(item))?.id;
      set({
        open: remaining,
        activeId: next,
        shownExample: shownExample && ids.includes(shownExample.request) ? undefined : shownExample,
      });
      if (remaining.length === 0) get().openUntitled();
      else if (next !== activeId)
        get()
          .loadVariables()
          .catch(() => undefined);
      remember(parts);
    },
    moveTab(id, before) {
      const { open } = get();
      const moved = open.find((item) => item.id === id);
      if (!moved || id === before) return;
      const otherTabs = open.filter((item) => item !== moved);
      const position = before === null ? -1 : otherTabs.findIndex((item) => item.id === before);
      const index = position < 0 ? otherTabs.length : position;
      set({ open: [...otherTabs.slice(0, index), moved, ...otherTabs.slice(index)] });
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
