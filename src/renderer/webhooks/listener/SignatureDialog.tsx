import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ProviderInfo } from '../../../contract/webhooks/webhook-provider-calls.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { ConfirmButton } from '../../ui/buttons/ConfirmButton.tsx';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';

/** The signing secrets of providers. They are stored like all secrets, and never displayed again. */
export function SignatureDialog({ onClose }: { onClose: () => void }) {
  const { webhooks: store } = useApp();
  const list = useFrom('webhooks', (state) => state.providers);
  useEffect(() => void store.getState().loadProviders().catch(showError), [store]);
  /** The text of each provider's field. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const isUnsaved = Object.values(typed).some((text) => text.trim() !== '');
  const signing = list?.providers.filter(({ scheme }) => scheme !== null) ?? [];
  return (
    <Dialog opened unsaved={isUnsaved} onClose={onClose} title="Signatures" size="lg">
      <Text size="sm" mb="sm">
        Enter the secret that a provider shows for its webhook, and each of its notifications says whether it is valid.
        While a secret is being replaced, enter both, one per line. Secrets are never stored in the workspace.
      </Text>
      <Stack gap="xs">
        {signing.map((provider) => (
          <ProviderSecret
            key={provider.id}
            provider={provider}
            typed={typed[provider.id] ?? ''}
            setTyped={(change) => setTyped((texts) => ({ ...texts, [provider.id]: change(texts[provider.id] ?? '') }))}
          />
        ))}
      </Stack>
      <CloseFooter />
    </Dialog>
  );
}

function ProviderSecret(props: {
  provider: ProviderInfo;
  typed: string;
  setTyped: (change: (typed: string) => string) => void;
}) {
  const { provider, typed, setTyped } = props;
  const { webhooks: store } = useApp();
  const { id, name, documentation, hasSecret, isOwn } = provider;
  const field = useRef<HTMLTextAreaElement>(null);
  const secrets = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const save = async (list: string[]) => {
    await store.getState().setSecrets(id, list);
    // What was typed since stays, in this field or another one.
    setTyped((now) => (now === typed ? '' : now));
    // The pressed button is disabled now.
    if (!document.activeElement?.matches('textarea')) field.current?.focus();
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap" role="group" aria-label={name}>
      <Textarea
        ref={field}
        size="xs"
        flex={1}
        autosize
        minRows={1}
        maxRows={4}
        label={
          <>
            {name}
            {isOwn && ' (of this workspace)'}
            {documentation !== null && (
              <>
                {' · '}
                <Anchor
                  href={documentation}
                  target="_blank"
                  rel="noreferrer"
                  size="xs"
                  c="var(--text)"
                  underline="always"
                >
                  Documentation
                </Anchor>
              </>
            )}
          </>
        }
        aria-label={`Secret of ${name}`}
        placeholder={hasSecret ? 'A secret is stored; enter another to replace it' : 'Secret'}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(() => value)}
      />
      <Button
        size="xs"
        variant="default"
        disabled={secrets.length === 0}
        onClick={() => void save(secrets).catch(showError)}
      >
        Save
      </Button>
      <ConfirmButton
        label="Remove"
        question={`Remove the secret of ${name}? It cannot be restored.`}
        action="Remove the secret"
        size="xs"
        disabled={!hasSecret}
        onConfirm={() => save([])}
      />
    </Group>
  );
}
