import { Button, Group, Tabs } from '@mantine/core';
import { useState } from 'react';
import { codedError } from '../../../contract/errors.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CloseButton } from '../../ui/dialogs/CloseButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { AnswerRules } from './AnswerRules.tsx';
import { listenerForm, portProblem, type ListenerForm } from './listener-form.ts';
import { ListenerFields } from './ListenerFields.tsx';
import classes from '../webhooks.module.css';

/** The settings of the listener: address, access, retention, and rules for its responses. */
export function ListenerDialog({ onClose }: { onClose: () => void }) {
  const status = useFrom('webhooks', (state) => state.status);
  // What is stored must not be replaced by defaults, so there are no fields before it has been read.
  return status && <Settings status={status} onClose={onClose} />;
}

function Settings({ status, onClose }: { status: ListenerStatus; onClose: () => void }) {
  const { webhooks: store } = useApp();
  const [form, setForm] = useState(() => listenerForm(status));
  const [initial] = useState(form);
  const change = (changed: Partial<ListenerForm>) => setForm((before) => ({ ...before, ...changed }));
  const { rules, port, token, ...options } = form;
  const save = async () => {
    const problem = portProblem(port);
    if (problem !== undefined) throw codedError('InvalidParams', problem, 'Correct the port, or cancel.');
    const completeRules = rules.map((rule) => ({ ...rule, headers: rule.headers.filter(({ name }) => name !== '') }));
    // Setting rules resets their counters, and replaces rules that another window may have set meanwhile.
    if (rules !== initial.rules) await store.getState().setRules(completeRules);
    await store.getState().listen({
      on: status.listening,
      port: Number(port),
      ...(token === undefined ? {} : { token }),
      ...options,
    });
    onClose();
  };
  return (
    <Dialog opened unsaved={form !== initial} onClose={onClose} title="Listener" size="lg">
      <DialogForm onSubmit={() => void save().catch(showError)}>
        <Tabs defaultValue="receive" keepMounted={false} classNames={{ tab: classes['tab'] ?? '' }}>
          <Tabs.List mb="xs">
            <Tabs.Tab value="receive">Receive</Tabs.Tab>
            <Tabs.Tab value="respond">Respond{rules.length > 0 ? ` (${rules.length})` : ''}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="receive">
            <ListenerFields form={form} hasToken={status.hasToken} onChange={change} />
          </Tabs.Panel>
          <Tabs.Panel value="respond">
            <AnswerRules rules={rules} onChange={(rules) => change({ rules })} />
          </Tabs.Panel>
        </Tabs>
        <Group justify="flex-end" className={classes['footer'] ?? ''}>
          <CloseButton label="Cancel" />
          <Button size="xs" type="submit">
            Save
          </Button>
        </Group>
      </DialogForm>
    </Dialog>
  );
}
