import { VisuallyHidden } from '@mantine/core';
import type { EditableTableProps } from './table-props.ts';
import type { TableRow } from './table-row.ts';
import classes from './table.module.css';

/** The row with the titles of the columns. */
export function TableTitles<T extends TableRow>({ table, columns }: { table: EditableTableProps<T>; columns: string }) {
  const { before, value, after = [], describes = true } = table;
  const titles = [
    'Name',
    ...(before ? [before.title] : []),
    value?.title ?? 'Value',
    ...after.map(({ title }) => title),
    ...(describes ? ['Description'] : []),
  ];
  return (
    <div role="row" className={classes['titles']} style={{ gridTemplateColumns: columns }}>
      <HiddenTitle title="Enabled" />
      <HiddenTitle title="Move" />
      {titles.map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
      <HiddenTitle title="Remove" />
    </div>
  );
}

/** The title of a column that has only a button, for screen readers. */
function HiddenTitle({ title }: { title: string }) {
  return (
    <span role="columnheader">
      <VisuallyHidden>{title}</VisuallyHidden>
    </span>
  );
}

/** @returns the widths of all columns as CSS `grid-template-columns` */
export function columnWidths<T extends TableRow>(table: EditableTableProps<T>): string {
  const { before, after = [], describes = true, switches = true } = table;
  return [
    switches ? '24px' : '0',
    '20px',
    'minmax(88px, 3fr)',
    ...(before ? [before.width] : []),
    'minmax(88px, 4fr)',
    ...after.map(({ width }) => width),
    ...(describes ? ['minmax(112px, 3fr)'] : []),
    '28px',
  ].join(' ');
}
