import { Alert, Button, Group, PasswordInput, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { withoutScheme } from '../../contract/authorization-token.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { hideToast, showError } from '../ui/notify.ts';
import { AccountDelivery } from './AccountDelivery.tsx';

type SettingsOfAccount = Record<string, string | number>;
/** One message at a time: the next attempt takes it away. */
const PROBLEM = 'account';
/** A token is shown by its scheme only. */
const shown = (settings: SettingsOfAccount): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      const secret = name === 'webhookUrlToken' && value !== '';
      const text = secret ? `${String(value).replace(withoutScheme(String(value)), '')}•••` : JSON.stringify(value);
      return `${name}: ${text}`;
    })
    .join(', ');

/** The account of the messaging service: is it alive, are notifications switched on, receive by its queue. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { webhooks: store } = useApp();
  const account = useFrom('webhooks', (state) => state.account);
  const listener = useFrom('webhooks', (state) => state.status);
  const [fields, setFields] = useState({
    apiUrl: account?.apiUrl ?? '',
    mediaUrl: account?.mediaUrl ?? '',
    idInstance: account?.idInstance ?? '',
  });
  const [token, setToken] = useState<string>();
  const [state, setState] = useState<string>();
  const [settings, setSettings] = useState<SettingsOfAccount>();
  const [waiting, setWaiting] = useState<number>();
  const [question, setQuestion] = useState<SettingsOfAccount>();
  const [busy, setBusy] = useState(false);

  const work = (doing: () => Promise<void>) => () => {
    setBusy(true);
    hideToast(PROBLEM);
    doing()
      .catch((error: unknown) => showError(error, PROBLEM))
      .finally(() => setBusy(false));
  };
  const save = async () => {
    await store.getState().saveAccount({ ...fields, ...(token === undefined ? {} : { token }) });
    setToken(undefined);
  };
  const close = () => {
    hideToast(PROBLEM);
    onClose();
  };
  const ask = async (operation: 'getStateInstance' | 'getSettings' | 'getWebhooksCount' | 'clearWebhooksQueue') =>
    (await store.getState().askAccount(operation)) as Record<string, string | number | boolean> | null;
  const check = work(async () => {
    await save();
    setState(String((await ask('getStateInstance'))?.['stateInstance'] ?? 'unknown'));
    setSettings((await ask('getSettings')) as SettingsOfAccount);
    setWaiting(Number((await ask('getWebhooksCount'))?.['count'] ?? 0));
  });
  const change = work(async () => {
    if (!question) return;
    await store.getState().setAccountSettings(question);
    setSettings({ ...settings, ...question });
    setQuestion(undefined);
  });
  const receive = (on: boolean) =>
    work(async () => {
      await save();
      await store.getState().receiveFromQueue(on);
    });
  const clear = work(async () => {
    const answer = await ask('clearWebhooksQueue');
    if (answer?.['isCleared'] === true) setWaiting(0);
    else throw new Error(`The queue was not cleared: ${String(answer?.['reason'] ?? 'no reason given')}.`);
  });
  const field = (name: keyof typeof fields, label: string) => (
    <TextInput
      size="xs"
      label={label}
      value={fields[name]}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
    />
  );
  const receiving = account !== undefined && account.queue.state !== 'off' && account.queue.state !== 'stopped';
  return (
    <Dialog opened onClose={close} title="Account of the messaging service" size="lg">
      <Group grow>
        {field('apiUrl', 'apiUrl')}
        {field('mediaUrl', 'mediaUrl')}
      </Group>
      <Group grow mt={6}>
        {field('idInstance', 'idInstance')}
        <PasswordInput
          size="xs"
          label="apiTokenInstance"
          placeholder={account?.hasToken ? 'set; type to change it' : ''}
          value={token ?? ''}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      </Group>
      <Group mt="sm" gap={8}>
        <Button size="xs" loading={busy} onClick={check}>
          Save and check
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={receive(!receiving)}>
          {receiving ? 'Stop receiving by queue' : 'Receive by queue'}
        </Button>
        {waiting !== undefined && (
          <>
            <Text size="xs">{waiting} waiting in the queue</Text>
            <Button size="compact-xs" variant="subtle" color="red" disabled={waiting === 0 || busy} onClick={clear}>
              Clear
            </Button>
          </>
        )}
      </Group>
      {account?.queue.problem && (
        <Alert color="orange" mt="sm" py="xs">
          {account.queue.problem}
        </Alert>
      )}
      {state && (
        <Text size="sm" mt="sm">
          The account is <b>{state}</b>.
        </Text>
      )}
      {settings && (
        <AccountDelivery
          key={`${String(settings['webhookUrl'])} ${String(settings['webhookUrlToken'])}`}
          apiUrl={fields.apiUrl}
          webhookUrl={String(settings['webhookUrl'] ?? '')}
          hasToken={Boolean(settings['webhookUrlToken'])}
          listenerUrl={listener?.listening ? listener.url : ''}
          onChange={setQuestion}
        />
      )}
      {question && (
        <Alert color="orange" mt="sm" title="Change the settings of the account?">
          <Text size="xs">
            {shown(question)}. The service restarts the account for this; it takes up to five minutes, in which nothing
            is sent or received.
          </Text>
          <Group mt={6} gap={6}>
            <Button size="compact-xs" color="orange" c="black" loading={busy} onClick={change}>
              Change
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setQuestion(undefined)}>
              Leave as it is
            </Button>
          </Group>
        </Alert>
      )}
      {settings && (
        <Table mt="sm" verticalSpacing={2} fz="xs">
          <Table.Tbody>
            {Object.entries(account?.switches ?? {}).map(([name, meaning]) => (
              <Table.Tr key={name}>
                <Table.Td>{meaning}</Table.Td>
                <Table.Td>
                  <code>{name}</code>
                </Table.Td>
                <Table.Td>{String(settings[name] ?? 'not told')}</Table.Td>
                <Table.Td>
                  {settings[name] !== 'yes' && (
                    <Button size="compact-xs" variant="subtle" onClick={() => setQuestion({ [name]: 'yes' })}>
                      Switch on…
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Dialog>
  );
}
