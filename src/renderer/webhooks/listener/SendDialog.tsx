import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { useRead } from '../../ui/work/use-read.ts';
import { useWork } from '../../ui/work/use-work.ts';
import { SendFooter } from './SendFooter.tsx';
import { kindOptions } from '../list/kind-options.ts';
import classes from '../webhooks.module.css';

/** Sends the sample of a kind of notification to this application's listener or to any address. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const { webhooks } = useApp();
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const status = useFrom('webhooks', (state) => state.status);
  const [kind, setKind] = useState('swe002');
  const [values, setValues] = useState<Record<string, string>>({ chatId: '', senderName: '', idMessage: '' });
  const sample = useRead(useCallback(() => webhooks.getState().sample(kind, values), [webhooks, kind, values]));
  /** The body as the person has edited it; undefined while it is the sample. */
  const [edited, setEdited] = useState<string>();
  const [url, setUrl] = useState(status?.listening ? status.url : '');
  const { sent, result, work, send } = useSending();
  const body = edited ?? sample ?? '';
  const canSend = url !== '' && body !== '';
  const bodyField = useRef<HTMLTextAreaElement>(null);

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
    <Dialog opened unsaved={edited !== undefined && edited !== sent} onClose={onClose} title="Send a sample" size="lg">
      <DialogForm onSubmit={() => canSend && send(body, url)}>
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
          ref={bodyField}
          label="Body"
          autosize
          minRows={8}
          maxRows={16}
          classNames={{ input: classes['bodyInput'] ?? '' }}
          value={body}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
        {edited !== undefined && (
          <Group gap="xs" mt={4} wrap="nowrap">
            <Text size="xs" c="var(--text-quiet)">
              The body was edited: the kind and the fields above do not change it.
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                setEdited(undefined);
                bodyField.current?.focus();
              }}
            >
              Use the sample again
            </Button>
          </Group>
        )}
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
        <SendFooter work={work} result={result} canSend={canSend} />
      </DialogForm>
    </Dialog>
  );
}

/**
 * Sends one notification at a time; `sent` is the last body that was answered, `result` the response as a text, which is
 * undefined until it arrives.
 */
function useSending() {
  const { webhooks } = useApp();
  const [sent, setSent] = useState<string>();
  const [result, setResult] = useState<string>();
  const work = useWork('send-sample');
  const send = (text: string, url: string) => {
    setResult(undefined);
    work.start(async (signal) => {
      const { status, send: sendNotification } = webhooks.getState();
      const isToListener = status?.listening === true && url === status.url;
      const { status: code, answer } = await sendNotification(text, isToListener ? null : url, signal);
      setSent(text);
      setResult(`Answered ${code}${answer ? `: ${answer.slice(0, 200)}` : ''}`);
    });
  };
  return { sent, result, work, send };
}
