import { ActionIcon, Button, Group, Menu, Modal, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { CollectionInfo } from '../../contract/collection.ts';
import { useApp, useFrom } from '../app/app-context.ts';
import { showError } from '../app/notify.ts';
import workspaceClasses from '../workspace/workspace.module.css';
import classes from './requests.module.css';

type Item = CollectionInfo['requests'][number];

/** The requests of the workspace, by their folders. */
export function RequestTree() {
  const { requests: store } = useApp();
  const collection = useFrom('requests', (state) => state.collection);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);

  const toggle = (folder: string) => {
    const next = new Set(closed);
    if (!next.delete(folder)) next.add(folder);
    setClosed(next);
  };
  const create = (messagingService: boolean) => () => void store.getState().create(messagingService).catch(showError);
  return (
    <>
      <h2 className={classes['heading']}>
        Requests
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon size={18} variant="subtle" color="gray" aria-label="New request">
              <IconPlus size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={collection ? () => setAdding(true) : create(false)}>
              New request{collection ? '…' : ''}
            </Menu.Item>
            <Menu.Item onClick={create(true)}>Messaging service</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </h2>
      {!collection && <p className={workspaceClasses['empty']}>No requests yet; + makes the first.</p>}
      {collection?.problems.map((problem) => (
        <p key={problem} className={classes['problem']} role="alert">
          {problem}
        </p>
      ))}
      <ul aria-label="Requests">
        {rowsOf(collection?.requests ?? [], closed).map((row) =>
          row.kind === 'folder' ? (
            <li key={`folder ${row.path}`}>
              <UnstyledButton
                className={workspaceClasses['file'] ?? ''}
                style={{ paddingLeft: 12 + row.depth * 12 }}
                aria-expanded={!closed.has(row.path)}
                onClick={() => toggle(row.path)}
              >
                {closed.has(row.path) ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
                <span>{row.name}</span>
              </UnstyledButton>
            </li>
          ) : (
            <li key={row.item.id}>
              <RequestLine item={row.item} depth={row.depth} />
            </li>
          ),
        )}
      </ul>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function RequestLine({ item, depth }: { item: Item; depth: number }) {
  const { app, requests: store } = useApp();
  const view = useFrom('app', (state) => state.view);
  const open = useFrom('requests', (state) => state.open?.id);
  return (
    <UnstyledButton
      className={workspaceClasses['file'] ?? ''}
      style={{ paddingLeft: 12 + depth * 12 }}
      title={item.id}
      aria-current={(view === 'requests' && open === item.id) || undefined}
      onClick={() => {
        app.getState().show('requests');
        void store.getState().select(item.id).catch(showError);
      }}
    >
      <b className={classes['method']} data-method={item.method}>
        {item.method.slice(0, 4)}
      </b>
      <span>{item.name}</span>
    </UnstyledButton>
  );
}

type Row =
  { kind: 'folder'; name: string; path: string; depth: number } | { kind: 'request'; item: Item; depth: number };

function rowsOf(items: readonly Item[], closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const shown = new Set<string>();
  for (const item of items) {
    let hidden = false;
    item.folders.forEach((name, depth) => {
      const path = item.folders.slice(0, depth + 1).join('/');
      if (!hidden && !shown.has(path)) rows.push({ kind: 'folder', name, path, depth });
      shown.add(path);
      hidden ||= closed.has(path);
    });
    if (!hidden) rows.push({ kind: 'request', item, depth: item.folders.length });
  }
  return rows;
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { app, requests: store } = useApp();
  const [name, setName] = useState('');
  const [folder, setFolder] = useState('');
  const add = async () => {
    await store.getState().add(
      folder
        .split('/')
        .map((part) => part.trim())
        .filter(Boolean),
      name.trim(),
    );
    app.getState().show('requests');
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="New request" centered size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add().catch(showError);
        }}
      >
        <TextInput
          data-autofocus
          size="xs"
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          mt={6}
          label="Folder"
          description="Empty for none; a/b for one inside another"
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" size="xs" disabled={name.trim() === ''}>
            Add
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
