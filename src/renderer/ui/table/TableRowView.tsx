import { ActionIcon, Checkbox } from '@mantine/core';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { VariableInput } from '../variables/VariableInput.tsx';
import type { Cell, EditableTableProps } from './table-props.ts';
import { switched, type TableCell, type TableRow } from './table-row.ts';
import { useDraggedRow } from './use-dragged-row.ts';
import classes from './table.module.css';

export function TableRowView<T extends TableRow>(props: {
  table: EditableTableProps<T>;
  row: T;
  index: number;
  isNew: boolean;
  columns: string;
  change: (index: number, change: Partial<T>) => void;
  move: (from: number, to: number) => void;
  /** Moves the focus to the next or previous row. */
  step: (cell: TableCell, by: 1 | -1, movesRow: boolean) => void;
  /** @returns false for a text of one line, which belongs into the input */
  paste: (index: number, text: string) => boolean;
}) {
  const { table, row, index, isNew, move } = props;
  const { what, before, after = [], value, describes = true, switches = true } = table;
  const drag = useDraggedRow({ what, index, accepts: !isNew, move });
  const label = `${what} ${index + 1}`;
  const isFixed = table.isFixed?.(row) ?? false;
  const problem = isNew ? undefined : table.problemOf?.(row, index);
  const change = (changed: Partial<T>) => props.change(index, changed);
  const cell: Cell<T> = { row, index, isNew, label, change };

  const onKey = (column: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    props.step({ index, column }, by, event.altKey && event.key !== 'Enter');
  };
  const input = (column: 'name' | 'value' | 'description', title: string, placeholder: string) => ({
    label: `${title} of ${label}`,
    placeholder,
    value: row[column] ?? '',
    cell: `${index} ${column}`,
    onChange: (text: string) => change({ [column]: text } as Partial<T>),
    onKeyDown: onKey(column),
    plain: table.plain ?? false,
  });
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      style={{ gridTemplateColumns: props.columns }}
      data-off={row.disabled || undefined}
      data-problem={problem !== undefined || undefined}
      title={problem}
      {...drag.target}
    >
      <div role="cell" className={classes['middle']}>
        {!isNew && switches && <RowSwitch table={table} cell={cell} />}
      </div>
      <div role="cell" className={classes['middle']}>
        {!isNew && (
          <span
            className={classes['handle']}
            title="Drag to move, or press Alt+Up and Alt+Down in the row"
            {...drag.handle}
          >
            <IconGripVertical size={14} />
          </span>
        )}
      </div>
      <div role="cell">
        <VariableInput
          {...input('name', 'Name', isNew ? `Add ${what}` : 'Name')}
          readOnly={isFixed}
          invalid={problem !== undefined}
          {...(table.names ? { suggestions: table.names } : {})}
          onPaste={(event) => {
            if (!isFixed && props.paste(index, event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
      </div>
      {before && <div role="cell">{before.render(cell)}</div>}
      <div role="cell">{value?.render?.(cell) ?? <VariableInput {...input('value', 'Value', 'Value')} lines />}</div>
      {after.map(({ title, render }) => (
        <div role="cell" key={title}>
          {render(cell)}
        </div>
      ))}
      {describes && (
        <div role="cell" className={classes['description']}>
          <VariableInput {...input('description', 'Description', '')} plain lines />
        </div>
      )}
      <div role="cell" className={classes['middle']}>
        {!isNew && <RemoveRowButton table={table} cell={cell} />}
      </div>
    </div>
  );
}

/** Switches a row on or off. */
function RowSwitch<T extends TableRow>({ table, cell }: { table: EditableTableProps<T>; cell: Cell<T> }) {
  const { rows, onChange } = table;
  const { row, index, label } = cell;
  return (
    <Checkbox
      size="xs"
      aria-label={`Enable ${label}`}
      checked={!row.disabled}
      disabled={table.isFixed?.(row) ?? false}
      onChange={(event) => {
        const on = event.currentTarget.checked;
        onChange(rows.map((other, position) => (position === index ? switched(other, on) : other)));
      }}
    />
  );
}

/** Removes a row; disabled for a fixed one. */
function RemoveRowButton<T extends TableRow>({ table, cell }: { table: EditableTableProps<T>; cell: Cell<T> }) {
  const { rows, onChange } = table;
  const { row, index, label } = cell;
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      className={classes['remove'] ?? ''}
      aria-label={`Remove ${label}`}
      title="Remove"
      disabled={table.isFixed?.(row) ?? false}
      onClick={() => {
        onChange(rows.filter((_, position) => position !== index));
        table.onRemove?.(row, index);
      }}
    >
      <IconTrash size={14} />
    </ActionIcon>
  );
}
