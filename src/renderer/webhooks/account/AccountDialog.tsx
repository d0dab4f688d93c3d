import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFrom } from '../../context/app-context.ts';
import { CancelWork } from '../../ui/buttons/CancelWork.tsx';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import type { Work } from '../../ui/work/use-work.ts';
import { AccountDelivery, type DeliveryFields } from './AccountDelivery.tsx';
import { AccountFields } from './AccountFields.tsx';
import { AccountQuestion, type AccountSettings } from './AccountQuestion.tsx';
import { AccountSwitches } from './AccountSwitches.tsx';
import { useAccount } from './use-account.ts';

/** The account of the messaging service: its state, which notifications it sends, and receiving from its queue. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const shown = useAccount();
  const { account, values, state, settings, waiting, work } = shown;
  const listener = useFrom('webhooks', (webhooks) => webhooks.status);
  const [question, setQuestion] = useState<AccountSettings>();
  const [delivery, setDelivery] = useState<DeliveryFields>({});
  const isDeliveryUnsaved = Object.entries(delivery).some(([name, text]) => text !== (settings?.[name] ?? ''));
  const isBusy = work.state === 'working';
  const isLoaded = account !== undefined;
  const receiving = isLoaded && account.queue.state !== 'off' && account.queue.state !== 'stopped';
  return (
    <Dialog
      opened
      unsaved={shown.isUnsaved || isDeliveryUnsaved}
      onClose={onClose}
      title="Messaging service account"
      size="lg"
    >
      <DialogForm onSubmit={shown.check}>
        <AccountFields values={values} hasToken={account?.hasToken ?? false} onChange={shown.change} />
        <Group mt="sm" gap={8}>
          <Button size="xs" type="submit" loading={isBusy} disabled={!isLoaded}>
            Save and check
          </Button>
          <Button size="xs" variant="default" disabled={isBusy || !isLoaded} onClick={() => shown.receive(!receiving)}>
            {receiving ? 'Stop receiving through the queue' : 'Receive through a queue'}
          </Button>
          {waiting !== undefined && (
            <>
              <Text size="xs">{waiting} waiting in the queue</Text>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                disabled={waiting === 0 || isBusy}
                onClick={shown.clear}
              >
                Clear
              </Button>
            </>
          )}
        </Group>
      </DialogForm>
      <WorkState work={work} />
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
          apiUrl={values.apiUrl}
          webhookUrl={String(settings['webhookUrl'] ?? '')}
          hasToken={Boolean(settings['webhookUrlToken'])}
          listenerUrl={listener?.listening ? listener.url : ''}
          typed={delivery}
          onType={setDelivery}
          onChange={(changes) => setQuestion({ ...changes })}
        />
      )}
      {question && (
        <AccountQuestion
          settings={question}
          isBusy={isBusy}
          onConfirm={() =>
            shown.changeSettings(question, () => {
              setQuestion(undefined);
              // A switch that is switched on leaves them.
              if ('webhookUrl' in question || 'webhookUrlToken' in question) setDelivery({});
            })
          }
          onDismiss={() => setQuestion(undefined)}
        />
      )}
      {settings && (
        <AccountSwitches
          switches={account?.switches ?? {}}
          settings={settings}
          onSwitchOn={(name) => setQuestion({ [name]: 'yes' })}
        />
      )}
      <CloseFooter />
    </Dialog>
  );
}

/** The running work with a button to cancel it; hidden for short work. */
function WorkState({ work }: { work: Work }) {
  const isCancelled = work.state === 'cancelled';
  return (
    <Group mt={work.isSlow || isCancelled ? 'sm' : 0} gap={8}>
      <Text size="xs" role="status">
        {work.isSlow && 'Waiting for the response of the service…'}
        {isCancelled && 'Cancelled. The service may have carried out the request nevertheless; check again.'}
      </Text>
      <CancelWork work={work} size="compact-xs" />
    </Group>
  );
}
