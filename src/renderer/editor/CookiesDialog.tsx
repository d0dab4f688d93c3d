import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { KeptCookie } from '../../contract/collection.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { showError } from '../ui/notify.ts';
import classes from './request-editor.module.css';

const empty: KeptCookie = { name: '', value: '', domain: '', path: '/', expires: null, secure: false, httpOnly: false };

/** The cookies of the workspace: sent with every request that they fit. */
export function CookiesDialog({ onClose }: { onClose: () => void }) {
  const { cookies: store } = useApp();
  const cookies = useFrom('cookies', (state) => state.cookies);
  /** What is edited, and the cookie as it was; none for a new one. */
  const [form, setForm] = useState<{ cookie: KeptCookie; former?: KeptCookie }>();
  const edited = form?.cookie;
  useEffect(() => void store.getState().load().catch(showError), [store]);
  const act = (work: Promise<void>) => void work.then(() => setForm(undefined)).catch(showError);
  const set = (change: Partial<KeptCookie>) =>
    setForm((now) => ({ ...now, cookie: { ...(now?.cookie ?? empty), ...change } }));
  return (
    <Dialog opened onClose={onClose} title="Cookies" size="xl">
      {cookies?.length === 0 && <Text size="sm">No server has set a cookie yet.</Text>}
      <ul className={classes['cookies']} aria-label="Cookies">
        {cookies?.map((cookie) => (
          <li key={`${cookie.domain}${cookie.path}${cookie.name}`}>
            <button type="button" onClick={() => setForm({ cookie, former: cookie })}>
              <b>{cookie.name}</b>
              <span>{cookie.value}</span>
              <small>
                {cookie.domain}
                {cookie.path} ·{' '}
                {cookie.expires ? new Date(cookie.expires).toLocaleString() : 'Session: until the workspace is closed'}
                {cookie.secure ? ' · Secure' : ''}
                {cookie.httpOnly ? ' · HttpOnly' : ''}
              </small>
            </button>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Delete the cookie ${cookie.name} of ${cookie.domain}`}
              onClick={() => act(store.getState().remove(cookie))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {edited && (
        <form
          className={classes['cookieForm']}
          onSubmit={(event) => {
            event.preventDefault();
            act(store.getState().save(edited, form.former));
          }}
        >
          {(['name', 'value', 'domain', 'path'] as const).map((field) => (
            <TextInput
              key={field}
              size="xs"
              label={{ name: 'Name', value: 'Value', domain: 'Domain', path: 'Path' }[field]}
              value={edited[field]}
              onChange={(event) => set({ [field]: event.currentTarget.value })}
            />
          ))}
          <TextInput
            size="xs"
            label="Expires"
            placeholder="2030-01-31T12:00:00Z, or empty for a session cookie"
            value={edited.expires ?? ''}
            onChange={(event) => set({ expires: event.currentTarget.value || null })}
          />
          <Group gap="md">
            <Checkbox
              size="xs"
              label="Secure"
              checked={edited.secure}
              onChange={(event) => set({ secure: event.currentTarget.checked })}
            />
            <Checkbox
              size="xs"
              label="HttpOnly"
              checked={edited.httpOnly}
              onChange={(event) => set({ httpOnly: event.currentTarget.checked })}
            />
            <Button
              type="submit"
              size="xs"
              disabled={
                edited.name === '' ||
                edited.domain === '' ||
                (edited.expires !== null && isNaN(Date.parse(edited.expires)))
              }
            >
              Keep
            </Button>
          </Group>
        </form>
      )}
      <Group justify="space-between" mt="sm">
        <Button size="xs" variant="default" onClick={() => setForm({ cookie: empty })}>
          New cookie
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          disabled={!cookies?.length}
          onClick={() => act(store.getState().clear())}
        >
          Delete all
        </Button>
      </Group>
    </Dialog>
  );
}
