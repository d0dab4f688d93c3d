import type { ReactNode } from 'react';
import type { TableRow } from './table-row.ts';

/** One row as a column draws it. */
export interface Cell<T> {
  row: T;
  index: number;
  /** The row that adds another. */
  isNew: boolean;
  /** Such as "header 2", for the names of controls. */
  label: string;
  change: (change: Partial<T>) => void;
}
export interface Column<T> {
  title: string;
  /** As in CSS `grid-template-columns`. */
  width: string;
  render: (cell: Cell<T>) => ReactNode;
}

export interface EditableTableProps<T extends TableRow> {
  /** What one row is: "header", "parameter". */
  what: string;
  rows: readonly T[];
  /** A new row. */
  empty: T;
  onChange: (rows: T[]) => void;
  /** Offered while a name is typed. */
  names?: readonly string[];
  /** Names that stand somewhere else, such as those of path parameters. */
  isFixed?: (row: T) => boolean;
  /** Why a row is wrong, such as a name that is there twice. */
  problemOf?: (row: T, index: number) => string | undefined;
  /** Between name and value. */
  before?: Column<T>;
  /** Between value and description. */
  after?: readonly Column<T>[];
  value?: { title?: string; render?: (cell: Cell<T>) => ReactNode };
  /** False where there is no place for a description. */
  describes?: boolean;
  /** Braces mean nothing in its texts. */
  plain?: boolean;
  /** False where a row is more than one line of text can say. */
  bulk?: boolean;
  /** False where rows cannot be switched off. */
  switches?: boolean;
  /** After a row was removed by its button: the place to offer to bring it back. */
  onRemove?: (row: T, index: number) => void;
}
