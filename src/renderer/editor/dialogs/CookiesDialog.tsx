import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CloseButton } from '../../ui/dialogs/CloseButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { toastWithUndo } from '../../ui/messages/undo.tsx';
import { VariableInput } from '../../ui/variables/VariableInput.tsx';
import { emptyCookie, isExpiry, type CookieRow } from './cookie-store.ts';
import classes from '../request-editor.module.css';

const textColumn = (title: string, field: 'domain' | 'path' | 'expires', hint: string): Column<CookieRow> => ({
  title,
  // Room for a time with its date.
  width: field === 'expires' ? '192px' : 'minmax(72px, 2fr)',
  render: ({ row, change, label, isNew }) => (
    <VariableInput
      plain
      label={`${title} of ${label}`}
      placeholder={isNew ? '' : hint}
      value={row[field] ?? ''}
      invalid={field === 'expires' && !isExpiry(row.expires)}
      onChange={(text) => change({ [field]: text === '' && field === 'expires' ? null : text })}
    />
  ),
});
const flagColumn = (title: string, field: 'secure' | 'httpOnly'): Column<CookieRow> => ({
  title,
  width: '64px',
  render: ({ row, change, label, isNew }) =>
    !isNew && (
      <Checkbox
        size="xs"
        aria-label={`${title} of ${label}`}
        checked={row[field]}
        onChange={(event) => change({ [field]: event.currentTarget.checked })}
      />
    ),
});
const columns = [
  textColumn('Domain', 'domain', 'example.com'),
  textColumn('Path', 'path', '/'),
  textColumn('Expires', 'expires', 'Session'),
  flagColumn('Secure', 'secure'),
  flagColumn('HttpOnly', 'httpOnly'),
];

/**
 * The cookies of the workspace, which are sent with matching requests. Edits are stored when a field loses the focus.
 */
export function CookiesDialog({ onClose }: { onClose: () => void }) {
  const { cookies: store } = useApp();
  const rows = useFrom('cookies', (state) => (state.reading ? undefined : state.rows));
  useFrom('cookies', (state) => state.refused);
  useEffect(() => void store.getState().load().catch(showError), [store]);
  const { edit, problemOf } = store.getState();
  const save = () => store.getState().save().catch(showError);
  const close = async () => {
    // An incomplete row would be lost, so the dialog stays open and the row shows what is missing.
    if ((await save()) !== false) onClose();
  };
  const restore = async (removed: readonly CookieRow[]) => {
    await store.getState().restore(removed).catch(showError);
  };
  const clear = () => {
    const before = rows ?? [];
    edit([]);
    void save();
    toastWithUndo('All cookies were deleted', () => restore(before));
  };
  const firstProblem = rows?.map(problemOf).find((problem) => problem !== undefined);
  return (
    <Dialog opened onClose={() => void close()} title="Cookies" size="72rem">
      {rows?.length === 0 && <Text size="sm">No server has set a cookie yet.</Text>}
      {rows && (
        <div className={classes['cookies']} onBlur={() => void save()}>
          <EditableTable<CookieRow>
            what="cookie"
            rows={rows}
            empty={emptyCookie}
            after={columns}
            plain
            describes={false}
            switches={false}
            bulk={false}
            problemOf={problemOf}
            onChange={edit}
            onRemove={(row) => {
              void save();
              toastWithUndo(`The cookie ${row.name} was deleted`, () => restore([row]));
            }}
          />
        </div>
      )}
      <Group justify="space-between" mt="sm">
        <Text size="xs" c="red" role="status">
          {firstProblem}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="subtle" color="red" disabled={!rows?.length} onClick={clear}>
            Delete all
          </Button>
          <CloseButton label="Close" />
        </Group>
      </Group>
    </Dialog>
  );
}
