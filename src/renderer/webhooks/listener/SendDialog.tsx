import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CancelWork } from '../../ui/buttons/CancelWork.tsx';
import { CloseButton } from '../../ui/dialogs/CloseButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { useWork } from '../../ui/use-work.ts';
import { kindOptions } from '../list/kind-options.ts';
import classes from '../webhooks.module.css';

/** Sends the sample of a kind of notification to this application's listener or to any address. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const { webhooks } = useApp();
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const status = useFrom('webhooks', (state) => state.status);
  const [kind, setKind] = useState('swe002');
  const [values, setValues] = useState<Record<string, string>>({ chatId: '', senderName: '', idMessage: '' });
  const [text, setText] = useState('');
  const [typed, setTyped] = useState<string>();
  const [url, setUrl] = useState(status?.listening ? status.url : '');
  const { result, work, send } = useSending();

  useEffect(() => {
    let isCurrent = true;
    webhooks
      .getState()
      .sample(kind, values)
      .then((sample) => isCurrent && setText(sample))
      .catch(showError);
    return () => {
      isCurrent = false;
    };
  }, [webhooks, kind, values]);

  const value = (name: string, label: string) => (
    <TextInput
      size="xs"
      label={label}
      placeholder="as in the example"
      value={values[name] ?? ''}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Dialog opened unsaved={typed === text && result === undefined} onClose={onClose} title="Send a sample" size="lg">
      <Select
        size="xs"
        label="Kind"
        searchable
        allowDeselect={false}
        data={kindOptions(kinds)}
        value={kind}
        onChange={(next) => setKind(next ?? kind)}
      />
      <Group grow mt={6}>
        {value('chatId', 'Chat (chatId)')}
        {value('senderName', 'Sender (senderName)')}
        {value('idMessage', 'Message (idMessage)')}
      </Group>
      <Textarea
        size="xs"
        mt={6}
        label="Body"
        autosize
        minRows={8}
        maxRows={16}
        classNames={{ input: classes['bodyInput'] ?? '' }}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setTyped(event.currentTarget.value);
        }}
      />
      <TextInput
        size="xs"
        mt={6}
        label="Address"
        description={
          status?.listening ? undefined : 'The listener is off; name another address, or switch it on first.'
        }
        placeholder="http://"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="sm">
        <Text size="xs" role="status" style={{ flex: 1 }}>
          {work.isSlow ? 'Waiting for the response of the server…' : result}
        </Text>
        <CancelWork work={work} size="xs" />
        <CloseButton label="Close" />
        <Button
          size="xs"
          loading={work.state === 'working'}
          disabled={url === '' || text === ''}
          onClick={() => send(text, url)}
        >
          Send
        </Button>
      </Group>
    </Dialog>
  );
}

/** Sends one notification at a time; `result` is the last response as a text, undefined until it arrives. */
function useSending() {
  const { webhooks } = useApp();
  const [result, setResult] = useState<string>();
  const work = useWork('send-sample');
  const send = (text: string, url: string) => {
    setResult(undefined);
    work.start(async (signal) => {
      const { status, send: sendNotification } = webhooks.getState();
      const isToListener = status?.listening === true && url === status.url;
      const { status: code, answer } = await sendNotification(text, isToListener ? null : url, signal);
      setResult(`Answered ${code}${answer ? `: ${answer.slice(0, 200)}` : ''}`);
    });
  };
  return { result, work, send };
}
