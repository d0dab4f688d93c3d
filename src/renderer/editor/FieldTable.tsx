import { ActionIcon, Autocomplete, Checkbox, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EditedField } from '../../contract/collection.ts';
import classes from './request-editor.module.css';

/** Rows of a name and a value that can be switched off, with an empty one at the end for the next. */
export function FieldTable<T extends EditedField>(props: {
  /** What one row is: "header", "parameter". */
  what: string;
  rows: readonly T[];
  /** A new row. */
  empty: T;
  onChange: (rows: T[]) => void;
  /** Offered while a name is typed. */
  names?: readonly string[];
  /** Between name and value. */
  kind?: (row: T, change: (change: Partial<T>) => void, label: string) => ReactNode;
  valueLabel?: string;
  /** Names that are given by something else. */
  fixedName?: (row: T) => boolean;
}) {
  const { what, rows, empty, onChange, names, kind, valueLabel = 'Value', fixedName } = props;
  const all = [...rows, empty];
  const set = (index: number, change: Partial<T>) => {
    const next = all.map((row, at) => (at === index ? { ...row, ...change } : row));
    onChange(next.filter((row, at) => at < rows.length || row.name !== '' || row.value !== ''));
  };
  const Name = names ? Autocomplete : TextInput;
  return (
    <div className={classes['fields']}>
      {all.map((row, index) => {
        const isNew = index >= rows.length;
        const fixed = fixedName?.(row) ?? false;
        const setName = (value: string) => set(index, { name: value } as Partial<T>);
        return (
          <div key={index} data-kinds={kind ? true : undefined}>
            <Checkbox
              size="xs"
              aria-label={`Send ${what} ${index + 1}`}
              checked={!row.disabled && !isNew}
              disabled={isNew || fixed}
              onChange={(event) => {
                const { disabled: _before, ...on } = row;
                const next = event.currentTarget.checked ? (on as T) : { ...row, disabled: true };
                onChange(rows.map((one, at) => (at === index ? next : one)));
              }}
            />
            <Name
              size="xs"
              aria-label={`Name of ${what} ${index + 1}`}
              placeholder={isNew ? `Add ${what}` : 'Name'}
              spellCheck={false}
              readOnly={fixed}
              value={row.name}
              {...(names
                ? { data: [...names], onChange: setName as never }
                : {
                    onChange: ((event: { currentTarget: { value: string } }) =>
                      setName(event.currentTarget.value)) as never,
                  })}
            />
            {kind?.(row, (change) => set(index, change), `${what} ${index + 1}`)}
            <TextInput
              size="xs"
              aria-label={`Value of ${what} ${index + 1}`}
              placeholder={valueLabel}
              spellCheck={false}
              value={row.value}
              onChange={(event) => set(index, { value: event.currentTarget.value } as Partial<T>)}
            />
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Remove ${what} ${index + 1}`}
              disabled={isNew || fixed}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={13} />
            </ActionIcon>
          </div>
        );
      })}
    </div>
  );
}

/** A choice of few, small enough for a row. */
export function SmallSelect(props: {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
  width?: number;
}) {
  const { label, value, data, onChange, width = 90 } = props;
  return (
    <Select
      size="xs"
      w={width}
      aria-label={label}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(chosen) => onChange(chosen ?? value)}
    />
  );
}

export const headerNames = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Authorization',
    'Cache-Control',
    'Connection',
    'Content-Encoding',
  ],
  ...['Content-Language', 'Content-Type', 'Cookie', 'Date', 'ETag', 'Expect', 'Forwarded', 'From', 'Host', 'If-Match'],
  ...['If-Modified-Since', 'If-None-Match', 'If-Range', 'If-Unmodified-Since', 'Idempotency-Key', 'Origin', 'Pragma'],
  ...['Prefer', 'Range', 'Referer', 'TE', 'Traceparent', 'User-Agent', 'Via', 'X-Api-Key', 'X-Correlation-Id'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Request-Id', 'X-Requested-With', 'X-Signature'],
];
