import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BulkText } from './BulkText.tsx';
import { changeRow, keepFixedRows, pasteRows } from './table-edits.ts';
import { moved, type TableCell, type TableRow } from './table-row.ts';
import type { EditableTableProps } from './table-props.ts';
import { TableRowView } from './TableRowView.tsx';
import { columnWidths, TableTitles } from './TableTitles.tsx';
import { useScaled } from '../text-scale.ts';
import classes from './table.module.css';

/** A table with more rows renders only those in view. */
const MANY_ROWS = 200;
const ROW_HEIGHT = 33;

/** Rows of a name and a value, with an empty last row that adds one, or all of them as text. */
export function EditableTable<T extends TableRow>(props: EditableTableProps<T>) {
  const { what, rows, empty, onChange, isFixed } = props;
  const [bulk, setBulk] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  /** The cell that gets the focus as soon as it is rendered. */
  const pendingCell = useRef<TableCell>(undefined);
  const all = [...rows, empty];
  const isVirtual = all.length > MANY_ROWS;
  const rowHeight = useScaled(ROW_HEIGHT);
  const list = useVirtualizer({
    count: all.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  useEffect(() => list.measure(), [list, rowHeight]);
  const focusPendingCell = () => {
    const cell = pendingCell.current;
    const element = cell && scroller.current?.querySelector(`[data-cell="${cell.index} ${cell.column}"]`);
    if (!(element instanceof HTMLElement)) return;
    pendingCell.current = undefined;
    element.focus();
  };
  // Before the next key arrives, because the row that had the focus may be gone.
  useLayoutEffect(focusPendingCell);

  const change = (index: number, change: Partial<T>) => onChange(changeRow(rows, { index, change, empty }));
  const move = (from: number, to: number) => {
    if (from < rows.length && to >= 0 && to < rows.length) onChange(moved(rows, from, to));
  };
  const step = (cell: TableCell, by: 1 | -1, movesRow: boolean) => {
    // Keys may arrive faster than rows are rendered: the next one continues at the cell that is about to get the focus.
    const { index, column } = pendingCell.current ?? cell;
    const next = index + by;
    if (movesRow) move(index, next);
    if (next < 0 || next >= all.length) return;
    pendingCell.current = { index: next, column };
    if (isVirtual) list.scrollToIndex(next);
    focusPendingCell();
  };
  const paste = (index: number, text: string): boolean => {
    const next = pasteRows(rows, { index, text, empty });
    if (next) onChange(next);
    return next !== undefined;
  };
  const applyText = (next: T[]) => onChange(keepFixedRows(next, { rows, isFixed }));

  const columns = columnWidths(props);
  const rendered = isVirtual ? list.getVirtualItems().map(({ index }) => index) : all.map((_, index) => index);
  const heights = isVirtual
    ? { top: (rendered[0] ?? 0) * rowHeight, bottom: (all.length - 1 - (rendered.at(-1) ?? -1)) * rowHeight }
    : { top: 0, bottom: 0 };
  return (
    <div className={classes['table']} data-many={isVirtual || undefined}>
      {props.bulk !== false && (
        <div className={classes['mode']}>
          <Button size="compact-xs" variant="subtle" aria-pressed={bulk} onClick={() => setBulk(!bulk)}>
            {bulk ? 'Edit as table' : 'Bulk edit'}
          </Button>
        </div>
      )}
      {bulk ? (
        <BulkText what={what} rows={rows} empty={empty} onChange={applyText} />
      ) : (
        <div ref={scroller} className={classes['scroller']}>
          <div role="table" aria-label={`Table of ${what}s`} aria-rowcount={all.length + 1} className={classes['rows']}>
            <TableTitles table={props} columns={columns} />
            <div style={{ height: heights.top }} />
            {rendered.map((index) => (
              <TableRowView
                key={index}
                table={props}
                row={all[index] ?? empty}
                index={index}
                isNew={index >= rows.length}
                columns={columns}
                change={change}
                move={move}
                step={step}
                paste={paste}
              />
            ))}
            <div style={{ height: heights.bottom }} />
          </div>
        </div>
      )}
    </div>
  );
}
