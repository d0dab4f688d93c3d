/** A list in which one line is chosen by keys, and only the visible lines are drawn. */
import type { FocusEvent, KeyboardEvent } from 'react';
import { lineForKey } from './line-for-key.ts';

interface ChosenLine {
  /** Undefined: no line is chosen, or it is not in the list. */
  id: string | undefined;
  /** -1: none. */
  index: number;
  count: number;
  choose: (index: number) => void;
}

/**
 * Properties of the element around the lines. It keeps the focus, because a line that has it is removed when it is
 * scrolled out of view.
 */
export function listProps(list: ChosenLine) {
  return {
    tabIndex: 0,
    role: 'listbox',
    ...(list.id === undefined ? {} : { 'aria-activedescendant': list.id }),
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
