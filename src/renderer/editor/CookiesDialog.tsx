import { ActionIcon, Button, Checkbox, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { KeptCookie } from '../../contract/collection.ts';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import classes from './request-editor.module.css';

const empty: KeptCookie = { name: '', value: '', domain: '', path: '/', expires: null, secure: false, httpOnly: false };

/** The cookies of the workspace: sent with every request that they fit. */
export function CookiesDialog({ onClose }: { onClose: () => void }) {
  const { client } = useApp();
  const [cookies, setCookies] = useState<KeptCookie[]>();
  const [edited, setEdited] = useState<KeptCookie>();
  const load = useCallback(
    () => client.call('cookies.list', {}).then((answer) => setCookies(answer.cookies)),
    [client],
  );
  useEffect(() => void load().catch(showError), [load]);
  const act = (work: Promise<unknown>) =>
    void work
      .then(load)
      .then(() => setEdited(undefined))
      .catch(showError);
  const set = (change: Partial<KeptCookie>) => setEdited((now) => ({ ...(now ?? empty), ...change }));
  return (
    <Modal opened onClose={onClose} title="Cookies" size="xl" centered>
      {cookies?.length === 0 && <Text size="sm">No server has set a cookie yet.</Text>}
      <ul className={classes['cookies']} aria-label="Cookies">
        {cookies?.map((cookie) => (
          <li key={`${cookie.domain}${cookie.path}${cookie.name}`}>
            <button type="button" onClick={() => setEdited(cookie)}>
              <b>{cookie.name}</b>
              <span>{cookie.value}</span>
              <small>
                {cookie.domain}
                {cookie.path} · {cookie.expires ? new Date(cookie.expires).toLocaleString() : 'until it is closed'}
                {cookie.secure ? ' · secure' : ''}
                {cookie.httpOnly ? ' · httpOnly' : ''}
              </small>
            </button>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Delete the cookie ${cookie.name} of ${cookie.domain}`}
              onClick={() =>
                act(client.call('cookies.remove', { domain: cookie.domain, path: cookie.path, name: cookie.name }))
              }
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
            act(client.call('cookies.set', { cookie: edited }));
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
            placeholder="when the workspace is closed; or 2030-01-31T12:00:00Z"
            value={edited.expires ?? ''}
            onChange={(event) => set({ expires: event.currentTarget.value || null })}
          />
          <Group gap="md">
            <Checkbox
              size="xs"
              label="secure"
              checked={edited.secure}
              onChange={(event) => set({ secure: event.currentTarget.checked })}
            />
            <Checkbox
              size="xs"
              label="httpOnly"
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
        <Button size="xs" variant="default" onClick={() => setEdited(empty)}>
          New cookie
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          disabled={!cookies?.length}
          onClick={() => act(client.call('cookies.clear', {}))}
        >
          Delete all
        </Button>
      </Group>
    </Modal>
  );
}
