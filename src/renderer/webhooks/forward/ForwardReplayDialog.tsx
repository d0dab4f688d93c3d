import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_REPLAYED, type Delivery } from '../../../contract/webhooks/forwarding-calls.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { useWork } from '../../ui/work/use-work.ts';
import { SendFooter } from '../listener/SendFooter.tsx';
import { DeliveryTable } from './ForwardDeliveries.tsx';
import { firstSigning, signatureSourceOf, type SigningForm } from './signing.ts';
import { SigningFields } from './SigningFields.tsx';

/** Sends the shown notification, or all loaded ones of the list, to an address again. */
export function ForwardReplayDialog({ ofList, onClose }: { ofList: boolean; onClose: () => void }) {
  const { forwarding, webhooks } = useApp();
  const summary = useFrom('webhooks', (state) => state.selected?.summary);
  const listedNotifications = useFrom('webhooks', (state) => state.items);
  const forwardUrl = useFrom('forwarding', (state) => state.status?.url ?? '');
  const providers = useFrom('webhooks', (state) => state.providers?.providers) ?? [];
  const listenerUrl = useFrom('webhooks', (state) => (state.status?.listening ? state.status.url : ''));
  const [which, setWhich] = useState<'one' | 'listed'>(summary && !ofList ? 'one' : 'listed');
  const proposedUrl = forwardUrl === '' ? listenerUrl : forwardUrl;
  const [typedUrl, setUrl] = useState<string>();
  const url = typedUrl ?? proposedUrl;
  const [signing, setSigning] = useState<SigningForm>();
  const [sent, setSent] = useState<Delivery[]>();
  // Refused requests have negative numbers, because they are not stored.
  const storedNotifications = listedNotifications.filter(({ id }) => id > 0).slice(0, MAX_REPLAYED);
  const replayed = which === 'one' && summary ? [summary] : storedNotifications;
  const ids = replayed.map(({ id }) => id);
  const form = signing ?? firstSigning(replayed, providers);
  const sign = signatureSourceOf(form);

  const work = useWork('replay');
  const send = () => {
    if (sign === undefined) return;
    setSent(undefined);
    work.start(async (signal) => {
      setSent(await forwarding.getState().replay(ids, { url: url.trim(), sign }, signal));
      await webhooks.getState().selectAgain();
    });
  };
  const canSend = url.trim() !== '' && ids.length > 0 && sign !== undefined;
  const isChanged = url !== proposedUrl || (signing?.secret ?? '') !== '';
  return (
    <Dialog
      opened
      unsaved={isChanged && !sent && work.state !== 'cancelled'}
      onClose={onClose}
      title="Replay"
      size="lg"
    >
      <DialogForm onSubmit={() => canSend && send()}>
        {summary && storedNotifications.length > 1 && (
          <SegmentedControl
            size="xs"
            mb="xs"
            aria-label="Notifications to replay"
            data={[
              { value: 'one', label: `Number ${summary.id}` },
              { value: 'listed', label: `All ${storedNotifications.length} that are listed` },
            ]}
            value={which}
            onChange={(value) => setWhich(value === 'one' ? 'one' : 'listed')}
          />
        )}
        <TextInput
          size="xs"
          label="Address"
          description="The path of the notification is appended; method, query, headers and bytes are sent as they came"
          placeholder="http://localhost:3000/webhooks"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Group grow align="flex-start" mt={8}>
          <SigningFields form={form} onChange={setSigning} />
        </Group>
        <SendFooter
          work={work}
          result={work.state === 'cancelled' ? 'Cancelled. The server may have received some of them.' : undefined}
          canSend={canSend}
        />
        {sent && <DeliveryTable deliveries={sent} label="Responses to the replay" />}
      </DialogForm>
    </Dialog>
  );
}
