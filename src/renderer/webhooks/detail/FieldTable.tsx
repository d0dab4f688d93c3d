import { Badge, Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import classes from '../webhooks.module.css';

const MAX_VALUE = 300;
const AGAIN = 'The name occurs earlier in the same object or form. Most servers read only one of its values.';

/** Every field of a body in the order in which it was sent, with its meaning if it is known. */
export function FieldTable({ fields }: Pick<NotificationDetail, 'fields'>) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th>Field</th>
          <th>Type</th>
          <th>Value</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, type, value, isRepeated, meaning }, index) => (
          <tr key={index} data-repeated={isRepeated || undefined}>
            <td>
              <code>{wrappedAtDots(path)}</code>
              {isRepeated && (
                <Tooltip label={AGAIN} multiline w={260}>
                  <Badge size="xs" ml={6} variant="light" color="orange" c="var(--text)">
                    repeated
                  </Badge>
                </Tooltip>
              )}
            </td>
            <td>{type}</td>
            <td>
              <code>{valueText(value)}</code>
            </td>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In a narrow column a long path continues on the next line behind a dot, and not in the middle of a name. */
const wrappedAtDots = (path: string) =>
  path.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function valueText(value: string | number | boolean | null): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length} characters)` : text;
}
