import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots, IconPlus } from '@tabler/icons-react';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import type { TreeItem } from '../../contract/collection.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { toastWithUndo } from '../ui/undo.tsx';
import { saveText } from '../ui/save-text.ts';
import workspaceClasses from '../workspace/workspace.module.css';
import { NameDialog } from '../ui/NameDialog.tsx';
import classes from './tree.module.css';
import { MethodLabel } from '../ui/MethodLabel.tsx';

type Naming = { action: 'request' | 'folder' | 'rename'; item: TreeItem | undefined };
const DRAGGED = 'application/x-outrigger-request';

/** The requests of the workspace in their folders: opened, made, renamed, copied, moved by dragging, deleted. */
export function RequestTree() {
  const { app, client, requests: store } = useApp();
  const collection = useFrom('requests', (state) => state.collection);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [naming, setNaming] = useState<Naming>();
  const [over, setOver] = useState<string>();
  const items = collection?.items ?? [];

  const toggle = (folder: string) => {
    const next = new Set(closed);
    if (!next.delete(folder)) next.add(folder);
    setClosed(next);
  };
  const create = (messagingService: boolean) => () => void store.getState().create(messagingService).catch(showError);
  const show = (id: string) => {
    app.getState().show('requests');
    void store.getState().select(id).catch(showError);
  };
  const save = async (format: 'postman' | 'opencollection') => {
    const { text } = await client.call('collection.export', { format });
    const base = collection?.name ?? 'collection';
    saveText(format === 'postman' ? `${base}.postman_collection.json` : `${base}.yml`, text);
  };
  const remove = async (item: TreeItem) => {
    const undo = await store.getState().remove(item.id);
    toastWithUndo(`${item.name} was deleted`, undo);
  };
  const name = async (given: string) => {
    if (!naming) return;
    const state = store.getState();
    const { action, item } = naming;
    const parent = item ? (item.kind === 'folder' ? item.id : item.parent) : '';
    if (action === 'rename' && item) await state.rename(item.id, given);
    else if (action === 'folder') await state.addFolder(parent, given);
    else {
      await state.add(parent, given);
      app.getState().show('requests');
    }
    setNaming(undefined);
  };
  const drop = (target: TreeItem | undefined) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(undefined);
    const id = event.dataTransfer.getData(DRAGGED);
    if (id === '' || id === target?.id) return;
    // Onto a folder: into it. Onto a request: before it.
    const [parent, before] = !target
      ? ['', null]
      : target.kind === 'folder'
        ? [target.id, null]
        : [target.parent, target.id];
    void store.getState().move(id, parent, before).catch(showError);
  };
  const isDrag = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
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
            <Menu.Item onClick={() => setNaming({ action: 'request', item: undefined })}>New request…</Menu.Item>
            <Menu.Item onClick={() => setNaming({ action: 'folder', item: undefined })}>New folder…</Menu.Item>
            <Menu.Item onClick={() => app.getState().showImport(true)}>Import…</Menu.Item>
            <Menu.Item onClick={create(true)}>Messaging service</Menu.Item>
            {collection && (
              <>
                <Menu.Divider />
                <Menu.Item onClick={() => show('')}>Settings of the collection</Menu.Item>
                <Menu.Item onClick={() => void save('postman').catch(showError)}>Export for Postman</Menu.Item>
                <Menu.Item onClick={() => void save('opencollection').catch(showError)}>Export as one file</Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </h2>
      {items.length === 0 && <p className={workspaceClasses['empty']}>No requests yet; + makes the first.</p>}
      {collection?.problems.map((problem) => (
        <p key={problem} className={classes['problem']} role="alert">
          {problem}
        </p>
      ))}
      <ul
        aria-label="Requests"
        onDragOver={(event) => isDrag(event) && event.preventDefault()}
        onDrop={drop(undefined)}
        className={classes['requestTree']}
      >
        {visibleItems(items, closed).map(({ item, depth }) => (
          <li
            key={item.id}
            draggable
            data-over={over === item.id || undefined}
            data-kind={item.kind}
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED, item.id);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={(event) => {
              if (!isDrag(event)) return;
              event.preventDefault();
              setOver(item.id);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={drop(item)}
          >
            <Line
              item={item}
              depth={depth}
              isClosed={closed.has(item.id)}
              onOpen={() => (item.kind === 'folder' ? toggle(item.id) : show(item.id))}
              onSettings={() => show(item.id)}
              onName={(action) => setNaming({ action, item })}
              onRemove={() => void remove(item).catch(showError)}
            />
          </li>
        ))}
      </ul>
      {naming && (
        <NameDialog
          title={
            naming.action === 'rename'
              ? `Rename ${naming.item?.name ?? ''}`
              : `New ${naming.action}${naming.item ? ` in ${folderName(items, naming.item)}` : ''}`
          }
          value={naming.action === 'rename' ? (naming.item?.name ?? '') : ''}
          action={naming.action === 'rename' ? 'Rename' : 'Add'}
          onName={name}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}

const folderName = (items: readonly TreeItem[], item: TreeItem): string =>
  item.kind === 'folder' ? item.name : (items.find(({ id }) => id === item.parent)?.name ?? 'the collection');

function Line(props: {
  item: TreeItem;
  depth: number;
  isClosed: boolean;
  onOpen: () => void;
  onSettings: () => void;
  onName: (action: Naming['action']) => void;
  onRemove: () => void;
}) {
  const { item, depth, isClosed, onOpen, onSettings, onName, onRemove } = props;
  const { app, requests: store, runner } = useApp();
  const view = useFrom('app', (state) => state.view);
  const active = useFrom('requests', (state) => state.activeId);
  const [menu, setMenu] = useState(false);
  const isFolder = item.kind === 'folder';
  const run = () => {
    runner.getState().setPlan({ folder: item.id });
    app.getState().show('runner');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'F2') onName('rename');
    else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes['line']} data-menu={menu || undefined}>
      <UnstyledButton
        className={workspaceClasses['file'] ?? ''}
        style={{ paddingLeft: 12 + depth * 12 }}
        title={item.id}
        aria-current={(view === 'requests' && active === item.id) || undefined}
        {...(isFolder ? { 'aria-expanded': !isClosed } : {})}
        onClick={onOpen}
        onKeyDown={onKey}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenu(true);
        }}
      >
        {isFolder ? (
          isClosed ? (
            <IconChevronRight size={14} />
          ) : (
            <IconChevronDown size={14} />
          )
        ) : (
          <MethodLabel method={item.method} />
        )}
        <span>{item.name}</span>
      </UnstyledButton>
      <Menu position="bottom-end" opened={menu} onChange={setMenu}>
        <Menu.Target>
          <ActionIcon size={20} variant="subtle" color="gray" aria-label={`More for ${item.name}`}>
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isFolder && <Menu.Item onClick={onSettings}>Settings of the folder</Menu.Item>}
          <Menu.Item onClick={run}>Run in the runner</Menu.Item>
          <Menu.Item onClick={() => onName('request')}>New request…</Menu.Item>
          <Menu.Item onClick={() => onName('folder')}>New folder…</Menu.Item>
          <Menu.Item rightSection="F2" onClick={() => onName('rename')}>
            Rename…
          </Menu.Item>
          <Menu.Item onClick={() => void store.getState().duplicate(item.id).catch(showError)}>Duplicate</Menu.Item>
          <Menu.Item color="red" rightSection="Del" onClick={onRemove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Those of open folders, with how deep they stand. */
function visibleItems(items: readonly TreeItem[], closed: ReadonlySet<string>): { item: TreeItem; depth: number }[] {
  const depths = new Map<string, number>([['', 0]]);
  const shown: { item: TreeItem; depth: number }[] = [];
  for (const item of items) {
    const depth = depths.get(item.parent);
    if (depth === undefined) continue;
    shown.push({ item, depth });
    if (item.kind === 'folder' && !closed.has(item.id)) depths.set(item.id, depth + 1);
  }
  return shown;
}
