import type { KeyboardEvent } from 'react';
import { lineForKey } from './line-for-key.ts';

/** Moves the focus between the buttons of a list by the arrow keys, Page Up and Down, Home and End. Tab works too. */
export function focusForKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const list = event.currentTarget.closest('ul');
  const buttons = Array.from(list?.querySelectorAll('button') ?? []);
  const index = buttons.findIndex((button) => button === event.currentTarget);
  const next = lineForKey(event.key, index, buttons.length);
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}
