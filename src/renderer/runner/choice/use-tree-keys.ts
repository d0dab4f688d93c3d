/** The keyboard in the runner's tree: one tab stop, arrow keys, and Alt with an arrow key for the order. */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { lineForKey } from '../../ui/lists/line-for-key.ts';

interface Tree {
  rows: readonly TreeItem[];
  isClosed: (id: string) => boolean;
  toggle: (id: string) => void;
  moveBy: (id: string, step: -1 | 1) => void;
}

export interface TreeKeys {
  /** The index in `rows` of the tab stop. */
  index: number;
  onFocus: (id: string) => void;
  /** @param scrollTo scrolls to a row, which is focused as soon as it is rendered */
  onKeyDown: (event: KeyboardEvent, scrollTo: (index: number) => void) => void;
}

export function useTreeKeys(
  { rows, isClosed, toggle, moveBy }: Tree,
  scroller: RefObject<HTMLElement | null>,
): TreeKeys {
  const [focusedId, setFocusedId] = useState<string>();
  const pendingId = useRef<string>(undefined);
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === focusedId),
  );
  useEffect(() => {
    if (pendingId.current === undefined) return;
    const row = scroller.current?.querySelector(`[data-id="${CSS.escape(pendingId.current)}"]`);
    const box = row?.querySelector<HTMLElement>('input[type="checkbox"]');
    if (!box) return;
    pendingId.current = undefined;
    box.focus({ preventScroll: true });
  });
  return {
    index,
    onFocus: setFocusedId,
    onKeyDown(event, scrollTo) {
      const row = rows[index];
      if (!row || event.ctrlKey || event.metaKey) return;
      const focus = (to: number) => {
        const id = rows[to]?.id;
        if (id === undefined) return;
        pendingId.current = id;
        setFocusedId(id);
        scrollTo(to);
      };
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
      const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
      if (event.altKey) {
        if (step === undefined) return;
        // Its element may have been put elsewhere in the document, and have lost the focus.
        pendingId.current = row.id;
        moveBy(row.id, step);
      } else if (sideways) {
        const opens = event.key === 'ArrowRight';
        if (row.kind === 'folder' && isClosed(row.id) === opens) toggle(row.id);
        else if (opens && row.kind === 'folder') focus(index + 1);
        else if (!opens) focus(rows.findIndex(({ id }) => id === row.parent));
      } else {
        const to = lineForKey(event.key, index, rows.length);
        if (to === undefined) return;
        focus(to);
      }
      event.preventDefault();
    },
  };
}
