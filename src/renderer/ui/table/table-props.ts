import type { ReactNode } from 'react';
import type { TableRow } from './table-row.ts';

/** One row in the form that columns render. */
export interface Cell<T> {
  row: T;
  index: number;
  /** Whether it is the empty row that adds one. */
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
  /** The noun for a row: "header", "parameter". */
  what: string;
  rows: readonly T[];
  /** A new row. */
  empty: T;
  onChange: (rows: T[]) => void;
  /** Suggestions while a name is typed. */
  names?: readonly string[];
  /** Rows whose names are determined elsewhere, such as path parameters. */
  isFixed?: (row: T) => boolean;
  /** The mistake in a row, such as a name that occurs twice. */
  problemOf?: (row: T, index: number) => string | undefined;
  /** A column between name and value. */
  before?: Column<T>;
  /** Columns between value and description. */
  after?: readonly Column<T>[];
  value?: { title?: string; render?: (cell: Cell<T>) => ReactNode };
  /** Whether rows have a description; default true. */
  describes?: boolean;
  /** True for texts without variables. */
  plain?: boolean;
  /** False for rows that cannot be written as one line of text. */
  bulk?: boolean;
  /** False where rows cannot be switched off. */
  switches?: boolean;
  /** Called after a row was removed by its button, so that the removal can be undone. */
  onRemove?: (row: T, index: number) => void;
}
