import type { RefObject } from 'react';
import { useApp } from '../../context/app-context.ts';
import { hideToast, showError } from '../../ui/messages/notify.ts';
import type { TreeRow } from './tree-rows.ts';
import type { TreeFocus } from './use-tree-focus.ts';

const CAUSE = 'rename';

/** Renaming in the tree. A name that is refused stays in its field. */
export function useRename({ focusWhenRendered, setFocusedKey }: TreeFocus, scroller: RefObject<HTMLDivElement | null>) {
  const { requests } = useApp();
  const end = (row: TreeRow) => {
    hideToast(CAUSE);
    const { renaming, endRenaming } = requests.getState();
    if (renaming === row.key) endRenaming();
  };
  return {
    cancel(row: TreeRow): void {
      focusWhenRendered(row.key);
      end(row);
    },
    /** @returns whether the line has this name now; otherwise the error has been shown */
    async rename(row: TreeRow, name: string): Promise<boolean> {
      let id: string;
      try {
        id = await requests.getState().rename(row.id, name);
      } catch (error) {
        showError(error, CAUSE);
        return false;
      }
      end(row);
      // If another item was opened while the file was renamed, that one keeps the focus.
      const { activeElement } = document;
      if (activeElement === document.body || scroller.current?.contains(activeElement)) focusWhenRendered(id);
      setFocusedKey(id);
      return true;
    },
  };
}
