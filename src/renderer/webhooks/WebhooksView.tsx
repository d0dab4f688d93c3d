import { ActionIcon, Badge, Button, CopyButton, Menu, Select, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconDots, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandItems } from '../context/CommandMenu.tsx';
import { runCommand } from '../context/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { showError } from '../ui/notify.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { ForwardButtons } from './ForwardButtons.tsx';
import { ListenerDialog } from './ListenerDialog.tsx';
import { NotificationDetailView } from './NotificationDetailView.tsx';
import { NotificationList } from './NotificationList.tsx';
import { ProviderProblems } from './ProviderProblems.tsx';
import { SignatureDialog } from './SignatureDialog.tsx';
import { RequestFilters } from './RequestFilters.tsx';
import { SendDialog } from './SendDialog.tsx';
import classes from './webhooks.module.css';

const SEARCH_MS = 200;

/** The inspector: who listens, what has arrived, and everything about one of them. */
export function WebhooksView() {
  const { app, commands, webhooks: store } = useApp();
  const status = useFrom('webhooks', (state) => state.status);
  const queue = useFrom('webhooks', (state) => state.account?.queue);
  const dialog = useDialog('listener', 'signatures', 'account', 'sample')?.kind;
  const close = () => app.getState().closeDialog();

  useEffect(() => void store.getState().load().catch(showError), [store]);

  const rulesInUse = status?.rules.filter(({ on }) => on).length ?? 0;
  const toggle = (on: boolean) => void store.getState().listen({ on }).catch(showError);
  return (
    <section className={classes['view']} aria-label="Webhooks">
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
          <Tooltip label="A wrong token or none, a web page, too large, or too much at once; choose Refused in the list">
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
        <Button size="compact-xs" variant="subtle" onClick={() => runCommand(commands, 'webhook-signatures')}>
          Signatures…
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => runCommand(commands, 'messaging-account')}>
          Account…
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'send-sample')}>
          Send a sample…
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={22} variant="subtle" color="gray" aria-label="More for the list">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <CommandItems menu="notifications" />
          </Menu.Dropdown>
        </Menu>
      </header>
      {(status?.notice ?? queue?.problem) && (
        <p className={classes['notice']} role="status">
          {[status?.notice, queue?.problem].filter(Boolean).join(' ')}
        </p>
      )}
      <ProviderProblems />
      <div className={classes['columns']}>
        <div className={classes['left']}>
          <Filters />
          <RequestFilters />
          <NotificationList onSample={() => runCommand(commands, 'send-sample')} />
        </div>
        <NotificationDetailView />
      </div>
      {dialog === 'listener' && <ListenerDialog onClose={close} />}
      {dialog === 'signatures' && <SignatureDialog onClose={close} />}
      {dialog === 'account' && <AccountDialog onClose={close} />}
      {dialog === 'sample' && <SendDialog title="Send a sample" onClose={close} />}
    </section>
  );
}

function Filters() {
  const { webhooks: store } = useApp();
  const filter = useFrom('webhooks', (state) => state.filter);
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const [search, setSearch] = useState(filter.search ?? '');
  const set = (change: Parameters<ReturnType<typeof store.getState>['setFilter']>[0]) =>
    void store.getState().setFilter(change).catch(showError);

  useEffect(() => {
    if (search === (store.getState().filter.search ?? '')) return;
    const timer = setTimeout(() => void store.getState().setFilter({ search }).catch(showError), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [search, store]);

  return (
    <div className={classes['filters']}>
      <TextInput
        size="xs"
        aria-label="Search in the notifications"
        placeholder="Search"
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Select
        size="xs"
        aria-label="Kind"
        placeholder="Kind"
        clearable
        searchable
        comboboxProps={{ width: 320, position: 'bottom-start' }}
        data={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
        value={filter.kind ?? null}
        onChange={(kind) => set({ kind: kind ?? undefined })}
      />
      <Select
        size="xs"
        aria-label="Code"
        placeholder="Code"
        clearable
        data={[{ value: 'any', label: 'With a code' }, 'SWE001', 'SWE002', 'SWE003', 'SWE004']}
        value={filter.code ?? null}
        onChange={(code) => set({ code: code ?? undefined })}
      />
      <Select
        size="xs"
        aria-label="Shape"
        placeholder="Shape"
        clearable
        data={[
          { value: 'documented', label: 'As documented' },
          { value: 'differs', label: 'Differs' },
          { value: 'unknown', label: 'Unknown kind' },
        ]}
        value={filter.verdict ?? null}
        onChange={(verdict) => set({ verdict: verdict ?? undefined })}
      />
    </div>
  );
}
