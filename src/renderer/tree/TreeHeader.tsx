import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { showError } from '../ui/notify.ts';
import { SidebarHeader } from '../ui/SidebarHeader.tsx';
import { exportCollection } from './export-collection.ts';

/** The head of the tree: search, what can be added, and what is about the whole collection. */
export function TreeHeader(props: { search: string; onSearch: (search: string) => void; onNewFolder: () => void }) {
  const { search, onSearch, onNewFolder } = props;
  const { app, commands, requests: store } = useApp();
  const hasCollection = useFrom('requests', (state) => state.collection !== null);
  const exportAs = (format: 'postman' | 'opencollection') =>
    exportCollection(store, { id: '', name: store.getState().collection?.name ?? 'collection', format }).catch(
      showError,
    );
  const openSettings = () => {
    app.getState().show('requests');
    store.getState().select('').catch(showError);
  };
  return (
    <SidebarHeader
      title="Requests"
      search={{ label: 'Search in the requests', value: search, onChange: onSearch }}
      onCollapseAll={() => store.getState().collapseAll()}
    >
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" color="gray" aria-label="Add to the collection">
            <IconPlus size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => runCommand(commands, 'new-request')}>New request</Menu.Item>
          <Menu.Item onClick={onNewFolder}>New folder…</Menu.Item>
          <Menu.Item onClick={() => runCommand(commands, 'import')}>Import…</Menu.Item>
          <Menu.Item onClick={() => runCommand(commands, 'add-messaging-service')}>
            Operations of the messaging service
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" color="gray" aria-label="More for the collection">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!hasCollection} onClick={openSettings}>
            Settings of the collection
          </Menu.Item>
          <Menu.Item disabled={!hasCollection} onClick={() => void exportAs('postman')}>
            Export for Postman
          </Menu.Item>
          <Menu.Item disabled={!hasCollection} onClick={() => void exportAs('opencollection')}>
            Export as one file
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => runCommand(commands, 'recently-deleted')}>Recently deleted…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </SidebarHeader>
  );
}
