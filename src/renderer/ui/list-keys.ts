/** The keys of a list in which one line is chosen and only the visible lines are drawn. */
import type { FocusEvent, KeyboardEvent } from 'react';

const PAGE = 10;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  End: Number.MAX_SAFE_INTEGER,
  Home: -Number.MAX_SAFE_INTEGER,
};

/** The line that a key chooses, or undefined if it is no key of the list. @param index the chosen line; -1: none */
export function lineForKey(key: string, index: number, count: number): number | undefined {
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  return Math.min(Math.max(0, index + step), count - 1);
}

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
