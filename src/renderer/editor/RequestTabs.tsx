import { ActionIcon, Select } from '@mantine/core';
import { IconDots, IconFolder } from '@tabler/icons-react';
import { useMemo } from 'react';
import { closeTabs } from '../collection/tabs/close-tabs.ts';
import type { ActiveRun } from '../console/run-store.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandItems, CommandMenu } from '../context/commands/CommandMenu.tsx';
import { commandKeys, runCommand } from '../context/commands/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { MethodLabel } from '../ui/labels/MethodLabel.tsx';
import { showError } from '../ui/messages/notify.ts';
import { tabDetails } from '../ui/tabs/tab-details.ts';
import { TabStrip, type Tab } from '../ui/tabs/TabStrip.tsx';
import { visibleOptions } from '../ui/labels/visible-options.ts';
import scriptClasses from '../scripts/scripts.module.css';
import { CookiesDialog } from './dialogs/CookiesDialog.tsx';
import { isEdited, isUntitled, parentOf, titleOf, type OpenItem } from '../collection/tabs/open-item.ts';

/** The tabs of open requests, with controls for all of them: environment, cookies, connections. */
export function RequestTabs() {
  const { app, commands, requests: store } = useApp();
  const open = useFrom('requests', (state) => state.open);
  const activeId = useFrom('requests', (state) => state.activeId);
  const environment = useFrom('requests', (state) => state.environment);
  const environments = useFrom('requests', (state) => state.collection?.environments ?? noNames);
  const hasCollection = useFrom('requests', (state) => state.collection !== null);
  const cookiesDialog = useDialog('cookies');
  const runs = useFrom('runs', (state) => state.active);
  const tabs = useMemo(() => tabsOf(open, runs), [open, runs]);
  return (
    <div className={scriptClasses['bar']}>
      <TabStrip
        label="Open requests"
        tabs={tabs}
        activeId={activeId}
        onSelect={(id) => void store.getState().select(id).catch(showError)}
        onClose={(id) => closeTabs(store, [id])}
        onMove={(id, before) => store.getState().moveTab(id, before)}
        add={{
          label: `New request (${commandKeys(commands, 'new-request')})`,
          onClick: () => runCommand(commands, 'new-request'),
        }}
        menuOf={(id) => <CommandItems menu="requestTab" target={id} />}
      />
      {hasCollection && (
        <Select
          size="xs"
          w="clamp(5rem, 25%, 10rem)"
          style={{ flexShrink: 0 }}
          aria-label="Environment"
          placeholder="No environment"
          clearable
          allowDeselect={false}
          data={visibleOptions(environments)}
          value={environment}
          onChange={(name) => store.getState().setEnvironment(name)}
        />
      )}
      <CommandMenu menu="requests" position="bottom-end">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Environments, cookies, connections"
          title="Environments, cookies, connections"
        >
          <IconDots size={16} />
        </ActionIcon>
      </CommandMenu>
      {cookiesDialog && <CookiesDialog onClose={() => app.getState().closeDialog(cookiesDialog)} />}
    </div>
  );
}
const noNames: string[] = [];

function tabsOf(open: readonly OpenItem[], runs: readonly ActiveRun[]): Tab[] {
  const details = tabDetails(open.map((item) => ({ id: item.id, title: titleOf(item), folder: parentOf(item) })));
  return open.map((item) => ({
    id: item.id,
    title: titleOf(item),
    detail: details.get(item.id),
    hint: isUntitled(item.id) ? hintWithoutFile(parentOf(item)) : item.id,
    icon: item.kind === 'folder' ? <IconFolder size={13} /> : <MethodLabel method={item.edited.method} />,
    unsaved: isEdited(item),
    running: runs.some(({ owner }) => owner === `request ${item.id}`),
  }));
}

const hintWithoutFile = (parent: string): string =>
  parent === '' ? 'Not saved to a file yet' : `Not saved to a file yet; inherits from the folder ${parent}`;
