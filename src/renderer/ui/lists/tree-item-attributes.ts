/** The attributes of a line of a tree, as in the WAI-ARIA tree pattern. */
import type { TreeLineRow } from './tree-keys.ts';

/** A line with its place in the tree, whose other lines may not be rendered. */
export interface PlacedRow extends TreeLineRow {
  /** The level in the tree, from 1. */
  level: number;
  /** The position among the lines of the same parent, from 1, and their number. */
  position: number;
  siblings: number;
}

/** @param isTabStop whether the Tab key focuses this line */
export const treeItemAttributes = (row: PlacedRow, isTabStop: boolean) => ({
  role: 'treeitem',
  'aria-level': row.level,
  'aria-posinset': row.position,
  'aria-setsize': row.siblings,
  ...(row.expanded === undefined ? {} : { 'aria-expanded': row.expanded }),
  tabIndex: isTabStop ? 0 : -1,
  'data-key': row.key,
});
