/** The rows of a table after a change by the person. */
import { fromPastedText } from './bulk-text.ts';
import { isBlank, type TableRow } from './table-row.ts';

/**
 * Changes one row. The index after the last row stands for a new row, which is added unless it stays blank.
 * @param edit.empty a new row
 */
export function changeRow<T extends TableRow>(
  rows: readonly T[],
  edit: { index: number; change: Partial<T>; empty: T },
): T[] {
  const next = [...rows, edit.empty].map((row, index) => (index === edit.index ? withChange(row, edit.change) : row));
  return next.filter((row, index) => index < rows.length || !isBlank(row));
}

/**
 * Inserts the rows of a pasted text: in the place of the row at `index` when it is blank, otherwise below it.
 * @returns undefined for a text of one line, which belongs into the input instead
 */
export function pasteRows<T extends TableRow>(
  rows: readonly T[],
  paste: { index: number; text: string; empty: T },
): T[] | undefined {
  const { index, text, empty } = paste;
  if (!text.trim().includes('\n')) return undefined;
  const row = rows[index];
  const replaces = row !== undefined && isBlank(row);
  const start = replaces ? index : Math.min(index + 1, rows.length);
  return [...rows.slice(0, start), ...fromPastedText(text, empty), ...rows.slice(replaces ? start + 1 : start)];
}

/** The rows of a text in bulk, and the fixed rows that the text lacks: a text cannot remove them. */
export function keepFixedRows<T extends TableRow>(
  next: readonly T[],
  before: { rows: readonly T[]; isFixed: ((row: T) => boolean) | undefined },
): T[] {
  const { rows, isFixed } = before;
  const missing = rows.filter((row) => isFixed?.(row) && !next.some((item) => isFixed(item) && item.name === row.name));
  return [...next, ...missing];
}

/** An empty description is removed, so that it is not written to the file. */
function withChange<T extends TableRow>(row: T, change: Partial<T>): T {
  const { description, ...others } = { ...row, ...change };
  return (description === undefined || description === '' ? others : { ...others, description }) as T;
}
