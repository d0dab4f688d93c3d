import { ActionIcon, Badge, Button, CopyButton, Switch, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconDots } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandMenu } from '../context/commands/CommandMenu.tsx';
import { runCommand } from '../context/commands/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { DropHint } from '../ui/drop/DropHint.tsx';
import { useDrop } from '../ui/drop/use-drop.ts';
import { showError } from '../ui/messages/notify.ts';
import { AccountDialog } from './account/AccountDialog.tsx';
import { CompareNotifications } from './detail/compare/CompareNotifications.tsx';
import { ForwardButtons } from './forward/ForwardButtons.tsx';
import { ListenerDialog } from './listener/ListenerDialog.tsx';
import { NotificationDetailView } from './detail/NotificationDetailView.tsx';
import { NotificationFilters } from './list/NotificationFilters.tsx';
import { NotificationList } from './list/NotificationList.tsx';
import { importDropped } from './import-notifications.ts';
import { ProviderProblems } from './listener/ProviderProblems.tsx';
import { SignatureDialog } from './listener/SignatureDialog.tsx';
import { SendDialog } from './listener/SendDialog.tsx';
import classes from './webhooks.module.css';

/** The webhook inspector: the listener, the list of notifications, and the detail of one. */
export function WebhooksView() {
  const { app, commands, webhooks: store } = useApp();
  const status = useFrom('webhooks', (state) => state.status);
  const queue = useFrom('webhooks', (state) => state.account?.queue);
  const openedDialog = useDialog('listener', 'signatures', 'account', 'sample', 'compare-notifications');
  const dialog = openedDialog?.kind;
  const close = () => app.getState().closeDialog(openedDialog);

  useEffect(() => void store.getState().load().catch(showError), [store]);

  const drop = useDrop((dropped) => importDropped(store, dropped));
  const rulesInUse = status?.rules.filter(({ on }) => on).length ?? 0;
  const toggle = (on: boolean) => void store.getState().listen({ on }).catch(showError);
  return (
    <section className={classes['view']} aria-label="Webhooks" {...drop.listeners}>
      <header className={classes['header']}>
        <h1>Webhooks</h1>
        <Switch
          size="xs"
          label={status?.listening ? 'listening on' : 'off'}
          aria-label="Listen for notifications"
          checked={status?.listening ?? false}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        {status?.listening && (
          <>
            <code data-testid="listener-url">{status.url}</code>
            <CopyButton value={status.url}>
              {({ copied, copy }) => (
                <Tooltip label={copied ? 'Copied' : 'Copy the address'}>
                  <ActionIcon size={20} variant="subtle" color="gray" aria-label="Copy the address" onClick={copy}>
                    {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </>
        )}
        {status !== undefined && status.refused > 0 && (
          <Tooltip label="Wrong or missing token, sent by a web page, too large, or too many at once. To list them, choose Filters, Show: Refused.">
            <Badge size="sm" variant="light" color="orange" c="var(--text)" data-testid="listener-refused">
              {status.refused} refused
            </Badge>
          </Tooltip>
        )}
        {rulesInUse > 0 && (
          <Badge size="sm" variant="light" color="orange" c="var(--text)" data-testid="listener-rules">
            {rulesInUse} {rulesInUse === 1 ? 'rule' : 'rules'} in use
          </Badge>
        )}
        {queue && queue.state !== 'off' && (
          <Badge size="sm" variant="light" color={queue.state === 'receiving' ? 'teal' : 'orange'} c="var(--text)">
            queue: {queue.state}
          </Badge>
        )}
        <span className={classes['space']} />
        <ForwardButtons />
        <Button size="compact-xs" variant="subtle" onClick={() => runCommand(commands, 'listener-settings')}>
          Listener…
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes['onlyWide'] ?? ''}
          onClick={() => runCommand(commands, 'webhook-signatures')}
        >
          Signatures…
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes['onlyWide'] ?? ''}
          onClick={() => runCommand(commands, 'messaging-account')}
        >
          Account…
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'send-sample')}>
          Send a sample…
        </Button>
        <CommandMenu menu="notifications" position="bottom-end">
          <ActionIcon size={22} variant="subtle" color="gray" aria-label="More for the list">
            <IconDots size={16} />
          </ActionIcon>
        </CommandMenu>
      </header>
      {(status?.notice ?? queue?.problem) && (
        <p className={classes['notice']} role="status">
          {[status?.notice, queue?.problem].filter(Boolean).join('\n')}
        </p>
      )}
      <ProviderProblems />
      <div className={classes['columns']}>
        <div className={classes['left']}>
          <NotificationFilters />
          <NotificationList onSample={() => runCommand(commands, 'send-sample')} />
        </div>
        <NotificationDetailView />
      </div>
      {drop.isOver && <DropHint />}
      {dialog === 'listener' && <ListenerDialog onClose={close} />}
      {dialog === 'signatures' && <SignatureDialog onClose={close} />}
      {dialog === 'account' && <AccountDialog onClose={close} />}
      {openedDialog?.kind === 'compare-notifications' && (
        <CompareNotifications ids={openedDialog.ids} onClose={close} />
      )}
      {dialog === 'sample' && <SendDialog onClose={close} />}
    </section>
  );
}
