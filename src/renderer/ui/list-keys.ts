/** The keys of a list in which one line is chosen and only the visible lines are drawn. */
import type { FocusEvent, KeyboardEvent } from 'react';
import { lineForKey } from './line-for-key.ts';

/**
 * For the element with the role `listbox`, which keeps the focus, because a line that has it is removed when it is
 * scrolled out of view.
 */
export function listKeys(list: { index: number; count: number; choose: (index: number) => void }) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = lineForKey(event.key, list.index, list.count);
      if (next === undefined) return;
      event.preventDefault();
      list.choose(next);
    },
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      if (target !== currentTarget) currentTarget.focus({ preventScroll: true });
    },
  };
}
