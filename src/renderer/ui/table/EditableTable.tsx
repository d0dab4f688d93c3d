import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { BulkText } from './BulkText.tsx';
import { changeRow, keepFixedRows, pasteRows } from './table-edits.ts';
import { moved, type TableRow } from './table-row.ts';
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
  const pendingCell = useRef<string>(undefined);
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
    const element = cell === undefined ? undefined : scroller.current?.querySelector(`[data-cell="${cell}"]`);
    if (!(element instanceof HTMLElement)) return;
    pendingCell.current = undefined;
    element.focus();
  };
  useEffect(focusPendingCell);
  const focus = (index: number, column: string) => {
    if (index < 0 || index >= all.length) return;
    pendingCell.current = `${index} ${column}`;
    if (isVirtual) list.scrollToIndex(index);
    focusPendingCell();
  };

  const change = (index: number, change: Partial<T>) => onChange(changeRow(rows, { index, change, empty }));
  const move = (from: number, to: number) => {
    if (from < rows.length && to >= 0 && to < rows.length) onChange(moved(rows, from, to));
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
                focus={focus}
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
