import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../../../contract/errors.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CloseButton } from '../../ui/dialogs/CloseButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

/** The address of forwarding, and its state. */
export function ForwardDialog({ onClose }: { onClose: () => void }) {
  const { forwarding: store } = useApp();
  const status = useFrom('forwarding', (state) => state.status);
  const [typed, setTyped] = useState<string>();
  /** Of the address that was sent; what was typed since has none. */
  const [problem, setProblem] = useState<{ of: string | undefined; text: string }>();
  const url = typed ?? status?.url ?? '';
  const set = (on: boolean) => {
    setProblem(undefined);
    void store
      .getState()
      .set({ on, url: url.trim() })
      .then(
        () => setTyped((now) => (now === typed ? undefined : now)),
        (error: unknown) => {
          const { message, remedy } = toFailure(error);
          setProblem({ of: typed, text: `${message} ${remedy}` });
        },
      );
  };
  const isOn = status?.on === true;
  const canForward = url.trim() !== '' && !(isOn && url === status.url);
  return (
    <Dialog
      opened
      unsaved={typed !== undefined && typed.trim() !== (status?.url ?? '')}
      onClose={onClose}
      title="Forward to your server"
      size="lg"
    >
      <Text size="xs" c="var(--text-quiet)">
        Each notification that arrives is also sent to this address: with its method, path, query, headers and bytes.
        The sender does not wait for it. Forwarding ends when the folder is closed.
      </Text>
      <TextInput
        size="xs"
        mt="sm"
        label="Address of your server"
        description="The path of the notification is appended"
        placeholder="http://localhost:3000/webhooks"
        value={url}
        error={problem?.of === typed ? problem?.text : undefined}
        onKeyDown={(event) => event.key === 'Enter' && canForward && set(true)}
        onChange={(event) => {
          setProblem(undefined);
          setTyped(event.currentTarget.value);
        }}
      />
      {isOn && (
        <Text size="xs" mt="sm" role="status">
          {`${status.answered} answered, ${status.waiting} waiting, ${status.dropped} dropped.`}
        </Text>
      )}
      {status?.problem && (
        <Alert color="orange" mt="sm" py="xs">
          {status.problem}
        </Alert>
      )}
      <Group justify="flex-end" gap={8} mt="md">
        <CloseButton label="Close" />
        {isOn && (
          <Button size="xs" variant="default" onClick={() => set(false)}>
            Stop forwarding
          </Button>
        )}
        <Button size="xs" disabled={!canForward} onClick={() => set(true)}>
          {isOn ? 'Use this address' : 'Forward'}
        </Button>
      </Group>
    </Dialog>
  );
}
