import { ActionIcon, Menu, Select, UnstyledButton } from '@mantine/core';
import { IconDots, IconFolder, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import scriptClasses from '../scripts/scripts.module.css';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { CookiesDialog } from './CookiesDialog.tsx';
import { isEdited } from '../collection/open-item.ts';
import { MethodLabel } from '../ui/MethodLabel.tsx';

/** Open requests, and what is the same for all of them: environment, cookies, connections. */
export function RequestTabs() {
  const { app, requests: store } = useApp();
  const open = useFrom('requests', (state) => state.open);
  const activeId = useFrom('requests', (state) => state.activeId);
  const environment = useFrom('requests', (state) => state.environment);
  const environments = useFrom('requests', (state) => state.collection?.environments ?? none);
  const hasCollection = useFrom('requests', (state) => state.collection !== null);
  const [dialog, setDialog] = useState<'cookies' | 'connection'>();
  const close = () => setDialog(undefined);
  return (
    <div className={scriptClasses['bar']}>
      <ul className={scriptClasses['tabs']} aria-label="Open requests">
        {open.map((item) => (
          <li key={item.id} className={scriptClasses['tab']} data-active={item.id === activeId || undefined}>
            <UnstyledButton
              aria-current={item.id === activeId ? 'page' : undefined}
              title={item.id}
              onClick={() => void store.getState().select(item.id).catch(showError)}
              onAuxClick={(event) => event.button === 1 && store.getState().close(item.id)}
            >
              {item.kind === 'request' ? <MethodLabel method={item.edited.method} /> : <IconFolder size={13} />}{' '}
              {item.name}
              {isEdited(item) && <span className={scriptClasses['dot']} role="img" aria-label="not saved" />}
            </UnstyledButton>
            <ActionIcon
              size={18}
              variant="subtle"
              color="gray"
              aria-label={`Close ${item.name}`}
              onClick={() => store.getState().close(item.id)}
            >
              <IconX size={12} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {hasCollection && (
        <Select
          size="xs"
          w={160}
          aria-label="Environment"
          placeholder="No environment"
          clearable
          allowDeselect={false}
          data={environments}
          value={environment}
          onChange={(name) => store.getState().setEnvironment(name)}
        />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Environments, cookies, connections">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!hasCollection} onClick={() => app.getState().show('environments')}>
            Environments…
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('cookies')}>Cookies…</Menu.Item>
          <Menu.Item onClick={() => setDialog('connection')}>Proxy and certificates…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'cookies' && <CookiesDialog onClose={close} />}
      {dialog === 'connection' && <ConnectionDialog onClose={close} />}
    </div>
  );
}
const none: string[] = [];
