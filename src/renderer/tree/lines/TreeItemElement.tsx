import type { MouseEvent, ReactNode } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { methodText } from '../../ui/labels/method-text.ts';
import { treeItemAttributes } from '../../ui/lists/tree-item-attributes.ts';
import type { TreeRow } from './tree-rows.ts';
import type { useDraggedLines } from './use-dragged-lines.ts';
import classes from '../tree.module.css';

/** The element of one line of the tree, which gets the focus, is dragged, and opens its item or its menu. */
export function TreeItemElement(props: {
  row: TreeRow;
  /** From the top of the tree, in CSS pixels. */
  start: number;
  isUnsaved: boolean;
  isSelected: boolean;
  /** Whether the Tab key focuses this line. */
  isTabStop: boolean;
  hasMenu: boolean;
  drag: ReturnType<ReturnType<typeof useDraggedLines>['line']>;
  onFocus: () => void;
  onOpen: () => void;
  onMenu: (row: TreeRow, place: { x: number; y: number }) => void;
  children: ReactNode;
}) {
  const { row, start, isUnsaved, isSelected, isTabStop, hasMenu, drag, onFocus, onOpen, onMenu, children } = props;
  const label = [methodText(row.method), visibleText(row.name)].filter(Boolean).join(' ');
  return (
    <div
      {...treeItemAttributes(row, isTabStop)}
      aria-label={isUnsaved ? `${label}, not saved` : label}
      aria-selected={isSelected}
      className={classes['line']}
      data-menu={hasMenu || undefined}
      title={row.kind === 'untitled' ? 'Not saved to a file yet' : visibleText(row.id)}
      style={{ transform: `translateY(${start}px)`, paddingLeft: indentOf(row.level) }}
      onFocus={onFocus}
      onClick={onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        if (row.kind !== 'example') onMenu(row, menuPlace(event));
      }}
      {...drag}
    >
      {children}
    </div>
  );
}

/** Deep in a tree it is bounded, so that space is left for the name. */
const indentOf = (level: number) => `min(${8 + (level - 1) * 12}px, 40%)`;

/** @returns the position of the pointer or, for the menu key, a position below the line */
function menuPlace({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { x: left + 24, y: bottom };
}
