import { Badge, Button, Text, Tooltip } from '@mantine/core';
import { Fragment, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import classes from '../webhooks.module.css';

/** Characters of a name or of a value that are shown. */
const MAX_TEXT = 300;
/** Rows that are shown at first, and that the button adds: thousands at once would block the window for seconds. */
const PART = 200;
const AGAIN = 'The name occurs earlier in the same object or form. Most servers read only one of its values.';

/** Every field of a body in the order in which it was sent, with its meaning if it is known. */
export function FieldTable({ fields, fieldCount }: Pick<NotificationDetail, 'fields' | 'fieldCount'>) {
  const [shownCount, setShownCount] = useState(PART);
  const hidden = fields.length - shownCount;
  const next = Math.min(hidden, PART);
  return (
    <>
      {fieldCount > fields.length && (
        <Text size="xs" c="dimmed" p="xs">
          {`The body has ${fieldCount.toLocaleString('en')} fields. The first ${fields.length.toLocaleString('en')} are listed; the tab Body shows its text.`}
        </Text>
      )}
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
          {fields.slice(0, shownCount).map(({ path, type, value, isRepeated, meaning }, index) => (
            <tr key={index} data-repeated={isRepeated || undefined}>
              <td>
                <code>{wrappedAtDots(shownText(path))}</code>
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
                <code>{shownText(typeof value === 'string' ? value : JSON.stringify(value))}</code>
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShownCount(shownCount + PART)}>
          {`Show ${next === hidden ? `the last ${next}` : `${next} more`} of ${fields.length.toLocaleString('en')} fields`}
        </Button>
      )}
    </>
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

/** A text of the sender on one line, its beginning where it is long. */
function shownText(text: string): string {
  return text.length > MAX_TEXT
    ? `${visibleText(text.slice(0, MAX_TEXT))}… (${text.length.toLocaleString('en')} characters)`
    : visibleText(text);
}
