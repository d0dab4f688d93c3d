import { ActionIcon, Checkbox } from '@mantine/core';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { VariableInput } from '../variables/VariableInput.tsx';
import type { Cell, EditableTableProps } from './table-props.ts';
import { switched, type TableRow } from './table-row.ts';
import classes from './table.module.css';

/** The type of what is dragged: rows of one kind of table are not dropped on another. */
const draggedType = (what: string) => `application/x-outrigger-${what.replaceAll(' ', '-')}`;

export function TableRowView<T extends TableRow>(props: {
  table: EditableTableProps<T>;
  row: T;
  index: number;
  isNew: boolean;
  columns: string;
  change: (index: number, change: Partial<T>) => void;
  move: (from: number, to: number) => void;
  focus: (index: number, column: string) => void;
  /** @returns false when the text is one line, which is pasted as usual */
  paste: (index: number, text: string) => boolean;
}) {
  const { table, row, index, isNew, focus, move } = props;
  const { what, rows, onChange, before, after = [], value, describes = true, switches = true } = table;
  const [isOver, setOver] = useState(false);
  const label = `${what} ${index + 1}`;
  const isFixed = table.isFixed?.(row) ?? false;
  const problem = isNew ? undefined : table.problemOf?.(row, index);
  const change = (changed: Partial<T>) => props.change(index, changed);
  const cell: Cell<T> = { row, index, isNew, label, change };
  const type = draggedType(what);
  const isDrag = (event: DragEvent) => event.dataTransfer.types.includes(type);

  const onKey = (column: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey && event.key !== 'Enter') move(index, index + step);
    focus(index + step, column);
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
      data-over={isOver || undefined}
      data-problem={problem !== undefined || undefined}
      title={problem}
      onDragOver={(event) => {
        if (isNew || !isDrag(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!isDrag(event)) return;
        event.preventDefault();
        move(Number(event.dataTransfer.getData(type)), index);
      }}
    >
      <div role="cell" className={classes['middle']}>
        {!isNew && switches && (
          <Checkbox
            size="xs"
            aria-label={`Enable ${label}`}
            checked={!row.disabled}
            disabled={isFixed}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              onChange(rows.map((one, at) => (at === index ? switched(one, on) : one)));
            }}
          />
        )}
      </div>
      <div role="cell" className={classes['middle']}>
        {!isNew && (
          <span
            className={classes['handle']}
            title="Drag to move, or press Alt+Up and Alt+Down in the row"
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(type, String(index));
              event.dataTransfer.effectAllowed = 'move';
            }}
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
        {!isNew && (
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            className={classes['remove'] ?? ''}
            aria-label={`Remove ${label}`}
            disabled={isFixed}
            onClick={() => {
              onChange(rows.filter((_, at) => at !== index));
              table.onRemove?.(row, index);
            }}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
