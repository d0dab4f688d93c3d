/** The keyboard in the tree: moving, expanding and collapsing folders, type-ahead, commands of a line. */
import type { KeyboardEvent } from 'react';
import { useApp } from '../../context/app-context.ts';
import { commandsOfKeys, runCommand } from '../../context/commands/commands.ts';
import { moveByKey, moveByName } from '../../ui/lists/tree-keys.ts';
import { useTypeAhead } from '../../ui/lists/use-type-ahead.ts';
import type { TreeRow } from './tree-rows.ts';

export function useTreeKeys(tree: {
  rows: readonly TreeRow[];
  /** The index in `rows` of the focused line. */
  index: number;
  focus: (index: number) => void;
  open: (row: TreeRow) => void;
  toggle: (row: TreeRow) => void;
}): (event: KeyboardEvent<HTMLElement>) => void {
  const { commands } = useApp();
  const { rows, index, focus, open, toggle } = tree;
  const typeAhead = useTypeAhead();
  return (event) => {
    const row = rows[index];
    // Key events of a menu arrive here, too, because it is rendered within the tree.
    if (!row || !event.currentTarget.contains(event.target as Node)) return;
    const mod = event.ctrlKey || event.metaKey;
    const commandsHere = row.kind === 'example' ? [] : commandsOfKeys(commands, event, 'tree');
    const command = commandsHere.find(({ unavailable }) => unavailable?.(row.id) === undefined);
    const move = mod || event.altKey ? undefined : moveByKey(event.key, rows, index);
    if (move && 'focus' in move) focus(move.focus);
    else if (move) toggle(row);
    else if (event.key === 'Enter' && !mod) open(row);
    else if (command) runCommand(commands, command.id, row.id);
    else if (event.key.length === 1 && !mod && !event.altKey) {
      const target = moveByName(typeAhead(event.key), rows, index);
      if (target !== undefined) focus(target);
      // An unavailable command keeps its keys: in a browser, Alt with an arrow key would leave the page.
    } else if (commandsHere.length === 0) return;
    event.preventDefault();
  };
}
