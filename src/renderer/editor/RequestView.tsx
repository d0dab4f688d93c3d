import { Autocomplete, Button } from '@mantine/core';
import { IconCode, IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { EditedFolder } from '../../contract/collection/collection.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand, shownKeys } from '../context/commands/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { UnsavedFolders } from './UnsavedFolders.tsx';
import { showError } from '../ui/messages/notify.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import type { RequestStore } from '../collection/request-state.ts';
import { RunButton } from '../context/controls/RunButton.tsx';
import { CodeDialog } from './dialogs/CodeDialog.tsx';
import { CompareDialog } from './dialogs/CompareDialog.tsx';
import { withUrl } from '../../contract/collection/request-params.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { isEdited, isUntitled, parentOf, type OpenItem, type OpenRequest } from '../collection/tabs/open-item.ts';
import { FolderParts, RequestParts } from './parts/RequestParts.tsx';
import { useItemKey } from './parts/use-item-key.ts';
import { RequestPanes, TurnResponse } from './RequestPanes.tsx';
import { RequestTabs } from './RequestTabs.tsx';
import { ResponseView } from '../response/ResponseView.tsx';
import { SaveRequestDialog } from './dialogs/SaveRequestDialog.tsx';
import { StartCards } from './StartCards.tsx';
import { UnresolvedNames, UnresolvedQuestion } from './UnresolvedNames.tsx';
import { UrlInput } from './UrlInput.tsx';
import { RequestVariables } from '../environments/RequestVariables.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './request-editor.module.css';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Requests and folders in tabs, with the response below the request. */
export function RequestView() {
  const open = useFrom('requests', (state) => state.open.find(({ id }) => id === state.activeId));
  return (
    <section className={classes['view']} aria-label="Request">
      <RequestTabs />
      {open?.diskChange && <ChangedOnDisk item={open} />}
      {open?.kind === 'request' && <OneRequest open={open} />}
      {open?.kind === 'folder' && <OneFolder key={open.id} open={open} />}
      <SaveRequestDialog />
    </section>
  );
}

/** Its layout is kept when another request is shown; components with their own state are created anew. */
function OneRequest({ open }: { open: OpenRequest }) {
  const { app, requests: store, commands } = useApp();
  const codeDialog = useDialog('request-code');
  const { edited } = open;
  const edit = store.getState().edit;
  const isStart = useFrom('requests', (state) => state.open.length === 1) && isUntitled(open.id) && !open.run;
  const bar = useRef<HTMLElement>(null);
  const itemKey = useItemKey(open.id);
  const shownKey = useRef<number>(undefined);
  const isWanted = useFrom('requests', (state) => state.addressFocus?.id === open.id);
  // Focused before the next key press is handled, so that text typed after the shortcut for a new request goes to its
  // address. The field of the request before had the focus if nothing has it now.
  useLayoutEffect(() => {
    const isOther = shownKey.current !== itemKey;
    shownKey.current = itemKey;
    const needsFocus = isUntitled(open.id) || document.activeElement === document.body;
    if (!isWanted && !(isOther && needsFocus)) return;
    bar.current?.querySelector<HTMLElement>('[aria-label="Address"]')?.focus();
    if (isWanted) store.setState({ addressFocus: undefined });
  }, [open.id, itemKey, isWanted, store]);
  return (
    <RequestVariables ownVariables={edited.variables}>
      <header ref={bar} className={classes['bar']}>
        <Autocomplete
          size="xs"
          w={104}
          aria-label="Method"
          data={methods}
          filter={({ options }) => options}
          value={edited.method}
          onChange={(method) => edit({ method: method.toUpperCase() })}
        />
        <UrlInput
          key={itemKey}
          value={edited.url}
          onChange={(url) => edit(withUrl(url, edited.params))}
          onCurl={(text) => void pasteCurl(store.getState(), text).catch(showError)}
          onEnter={() => runCommand(commands, 'run')}
        />
        <IconButton
          label="Show the request as code"
          tooltip="As code"
          onClick={() => runCommand(commands, 'request-code')}
        >
          <IconCode size={16} />
        </IconButton>
        <SaveButton open={open} what="request" />
        <TurnResponse />
        <RunButton owner={`request ${open.id}`} label="Send" icon={<IconSend size={14} />} />
      </header>
      {codeDialog && <CodeDialog open={open} onClose={() => app.getState().closeDialog(codeDialog)} />}
      <UnresolvedNames edited={edited} />
      <UnresolvedQuestion />
      <UnsavedFolders parent={parentOf(open)} />
      <RequestPanes
        request={<RequestParts id={open.id} edited={edited} edit={edit} />}
        response={isStart ? <StartCards /> : <ResponseView key={itemKey} open={open} />}
      />
    </RequestVariables>
  );
}

async function pasteCurl(requests: RequestStore, text: string): Promise<void> {
  const undo = await requests.pasteCurl(text);
  if (undo) toastWithUndo('The cURL command replaced the request', undo);
}

function SaveButton({ open, what }: { open: OpenItem; what: string }) {
  const { commands } = useApp();
  return (
    <IconButton
      label={`Save the ${what}`}
      tooltip={`Save (${shownKeys('Mod+S')})`}
      disabled={!isEdited(open) && !isUntitled(open.id)}
      onClick={() => runCommand(commands, 'save')}
    >
      <IconDeviceFloppy size={16} />
    </IconButton>
  );
}

/** A notice that another program has written the file while it was edited here. */
function ChangedOnDisk({ item }: { item: OpenItem }) {
  const { requests: store } = useApp();
  const [comparing, setComparing] = useState(false);
  return (
    <div className={classes['changed']} role="alert">
      <span>{visibleText(item.name)} was changed on disk by another program.</span>
      <Button size="compact-xs" variant="default" onClick={() => setComparing(true)}>
        Compare
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void store.getState().reloadFromDisk().catch(showError)}
      >
        Discard changes
      </Button>
      <Button size="compact-xs" onClick={() => void store.getState().save(true).catch(showError)}>
        Keep mine
      </Button>
      {comparing && <CompareDialog item={item} onClose={() => setComparing(false)} />}
    </div>
  );
}

function OneFolder({ open }: { open: Extract<OpenItem, { kind: 'folder' }> }) {
  const { requests: store } = useApp();
  const { edited } = open;
  const edit = (change: Partial<EditedFolder>) => store.getState().edit(change);
  const bar = useRef<HTMLElement>(null);
  // A command of the palette has shown it: the field that had the focus is gone.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.closest('[data-transient]')) return;
    bar.current?.parentElement?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, []);
  return (
    <>
      <header ref={bar} className={classes['bar']}>
        <b className={classes['folderName']}>
          {visibleText(open.name)}
          <small>{open.id === '' ? 'the collection' : 'folder'}: what it adds to every request below</small>
        </b>
        <SaveButton open={open} what={open.id === '' ? 'collection' : 'folder'} />
      </header>
      <RequestVariables ownVariables={edited.variables}>
        <FolderParts id={open.id} edited={edited} edit={edit} isCollection={open.id === ''} />
      </RequestVariables>
    </>
  );
}
