import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { fromBulkText, toBulkText } from './bulk-text.ts';
import type { TableRow } from './table-row.ts';
import classes from './table.module.css';

/** The rows of a table as text, for many at once. */
export function BulkText<T extends TableRow>(props: {
  what: string;
  rows: readonly T[];
  empty: T;
  onChange: (rows: T[]) => void;
}) {
  const { what, rows, empty, onChange } = props;
  // Parts that the text does not contain are taken from the rows as they were at the beginning.
  const [before] = useState(rows);
  const [text, setText] = useState(() => toBulkText(rows));
  return (
    <Textarea
      size="xs"
      p={8}
      data-autofocus
      classNames={{ input: classes['text'] ?? '' }}
      aria-label={`All ${what}s as text`}
      description={'One per line: "name: value // description". A "#" or "//" before it switches a line off.'}
      autosize
      minRows={6}
      maxRows={30}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(fromBulkText(event.currentTarget.value, before, empty));
      }}
    />
  );
}
