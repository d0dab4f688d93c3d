import { Button, VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { BulkText } from './BulkText.tsx';
import { fromPastedText } from './bulk-text.ts';
import { isBlank, moved, type TableRow } from './table-row.ts';
import type { EditableTableProps } from './table-props.ts';
import { TableRowView } from './TableRowView.tsx';
import { useScaled } from '../text-scale.ts';
import classes from './table.module.css';

/** From here on only the rows that are seen are drawn. */
const MANY_ROWS = 200;
const ROW_HEIGHT = 33;

/** Rows of a name and a value, with an empty one at the end that adds another; or all of them as text. */
export function EditableTable<T extends TableRow>(props: EditableTableProps<T>) {
  const { what, rows, empty, onChange, isFixed, before, after = [], describes = true, switches = true } = props;
  const [bulk, setBulk] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  /** The cell that gets the focus as soon as it is drawn. */
  const awaited = useRef<string>(undefined);
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
  const focusAwaited = () => {
    const cell = awaited.current;
    const element = cell === undefined ? undefined : scroller.current?.querySelector(`[data-cell="${cell}"]`);
    if (!(element instanceof HTMLElement)) return;
    awaited.current = undefined;
    element.focus();
  };
  useEffect(focusAwaited);
  const focus = (index: number, column: string) => {
    if (index < 0 || index >= all.length) return;
    awaited.current = `${index} ${column}`;
    if (isVirtual) list.scrollToIndex(index);
    focusAwaited();
  };

  const change = (index: number, changed: Partial<T>) => {
    const next = all.map((row, at) => (at === index ? withChange(row, changed) : row));
    onChange(next.filter((row, at) => at < rows.length || !isBlank(row)));
  };
  const move = (from: number, to: number) => {
    if (from < rows.length && to >= 0 && to < rows.length) onChange(moved(rows, from, to));
  };
  const paste = (index: number, text: string): boolean => {
    if (!/\n/.test(text.trim())) return false;
    const pasted = fromPastedText(text, empty);
    const at = all[index];
    // A row with something in it stays; the pasted ones stand below it.
    const first = at && index < rows.length && isBlank(at) ? index : Math.min(index + 1, rows.length);
    const rest = at && index < rows.length && isBlank(at) ? index + 1 : first;
    onChange([...rows.slice(0, first), ...pasted, ...rows.slice(rest)]);
    return true;
  };
  const applyText = (next: T[]) => {
    const gone = rows.filter((row) => isFixed?.(row) && !next.some((one) => isFixed(one) && one.name === row.name));
    onChange([...next, ...gone]);
  };

  const columns = [
    ...[switches ? '24px' : '0', '20px', 'minmax(96px, 3fr)'],
    ...(before ? [before.width] : []),
    'minmax(96px, 4fr)',
    ...after.map(({ width }) => width),
    ...(describes ? ['minmax(80px, 3fr)'] : []),
    '28px',
  ].join(' ');
  const titles = [
    'Name',
    ...(before ? [before.title] : []),
    props.value?.title ?? 'Value',
    ...after.map(({ title }) => title),
    ...(describes ? ['Description'] : []),
  ];
  const drawn = isVirtual ? list.getVirtualItems().map(({ index }) => index) : all.map((_, index) => index);
  const heights = isVirtual
    ? { top: (drawn[0] ?? 0) * rowHeight, bottom: (all.length - 1 - (drawn.at(-1) ?? -1)) * rowHeight }
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
            <div role="row" className={classes['titles']} style={{ gridTemplateColumns: columns }}>
              <span role="columnheader">
                <VisuallyHidden>Enabled</VisuallyHidden>
              </span>
              <span role="columnheader">
                <VisuallyHidden>Move</VisuallyHidden>
              </span>
              {titles.map((title) => (
                <span key={title} role="columnheader">
                  {title}
                </span>
              ))}
              <span role="columnheader">
                <VisuallyHidden>Remove</VisuallyHidden>
              </span>
            </div>
            <div style={{ height: heights.top }} />
            {drawn.map((index) => (
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

/** A description that is emptied goes from the file. */
function withChange<T extends TableRow>(row: T, change: Partial<T>): T {
  const { description, ...rest } = { ...row, ...change };
  return (description === undefined || description === '' ? rest : { ...rest, description }) as T;
}
