import { Kbd } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { commandIcons } from '../context/commands/command-icons.ts';
import type { Command } from '../context/commands/command.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand, shownKeys } from '../context/commands/commands.ts';
import { useFocusReturn } from '../ui/dialogs/focus-return.ts';
import { MethodLabel } from '../ui/labels/MethodLabel.tsx';
import { showError } from '../ui/messages/notify.ts';
import { findInPalette } from './find-in-palette.ts';
import { MarkedLetters } from './MarkedLetters.tsx';
import { spotlightStore as store } from './open-palette.ts';
import { namesFromHost, namesInWorkspace, type PaletteName } from './palette-names.ts';
import classes from './palette.module.css';

const SEARCH_DELAY_MS = 150;
const noElement = { current: null };

/** Finds everything that has a name, and all actions of the application. */
export function CommandPalette() {
  const context = useApp();
  const { app, commands, palette } = context;
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useFocusReturn(noElement, opened);
  const { recent } = useFrom('palette', (state) => state);
  const items = useFrom('requests', (state) => state.collection);
  const isLoading = useFrom('requests', (state) => state.isLoading);
  const workspace = useFrom('app', (state) => state.workspace);
  const recentWorkspaces = useFrom('app', (state) => state.recentWorkspaces);
  const search = useDebouncedCallback((text: string) => {
    void palette.getState().search(text).catch(showError);
  }, SEARCH_DELAY_MS);

  const knownNames = useMemo(
    () => (opened ? namesInWorkspace(context) : []),
    // The names depend on the content of the stores.
    // oxlint-disable-next-line react/exhaustive-deps
    [context, opened, items, workspace, recentWorkspaces],
  );
  const { names, actions, actionsFirst } = findInPalette(query, {
    known: knownNames,
    fromHost: opened ? namesFromHost(context) : [],
    commands: commands.filter(({ id }) => id !== 'palette'),
    recent,
  });

  // A different query selects the first entry; the same query keeps the selection when the list changes.
  const selectedFor = useRef(query);
  useLayoutEffect(() => {
    const entries = [...(list.current?.querySelectorAll('[data-action]') ?? [])];
    const before = entries.findIndex((entry) => entry.hasAttribute('data-selected'));
    const selectedIndex = selectedFor.current === query ? before : Math.min(0, entries.length - 1);
    selectedFor.current = query;
    if (selectedIndex !== before) {
      entries[before]?.removeAttribute('data-selected');
      entries[selectedIndex]?.setAttribute('data-selected', 'true');
    }
    if (store.getState().selected !== selectedIndex) store.setState({ ...store.getState(), selected: selectedIndex });
  });

  const choose = (name: PaletteName) => {
    palette.getState().remember(name.id);
    void Promise.resolve(name.open()).catch(showError);
  };
  const groups = [
    names.length > 0 && (
      <Spotlight.ActionsGroup key="names" label={query.trim() === '' ? 'Recent' : 'Names'}>
        {names.map(({ entry, letters }) => (
          <Spotlight.Action key={entry.id} onClick={() => choose(entry)}>
            <NameRow name={entry} letters={letters} />
          </Spotlight.Action>
        ))}
      </Spotlight.ActionsGroup>
    ),
    actions.length > 0 && (
      <Spotlight.ActionsGroup key="actions" label="Actions">
        {actions.map(({ entry, letters }) => (
          <ActionRow key={entry.id} command={entry} letters={letters} onChoose={() => runCommand(commands, entry.id)} />
        ))}
      </Spotlight.ActionsGroup>
    ),
  ];
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      returnFocus={false}
      query={query}
      onQueryChange={(text) => {
        setQuery(text);
        search(text);
      }}
      onSpotlightOpen={() => {
        setOpened(true);
        search('');
        void app.getState().loadRecentWorkspaces().catch(showError);
      }}
      onSpotlightClose={() => {
        setOpened(false);
        setQuery('');
      }}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Commands', 'data-transient': true } }}
      classNames={{ actionsGroup: classes['group'] ?? '' }}
      maxHeight="min(560px, 70vh)"
      scrollable
      size={640}
    >
      <Spotlight.Search autoFocus placeholder="Search by name, or type > for actions" aria-label="Search commands" />
      <Spotlight.ActionsList ref={list}>{actionsFirst ? groups.reverse() : groups}</Spotlight.ActionsList>
      {names.length === 0 && actions.length === 0 && (
        <Spotlight.Empty>
          {isLoading ? 'The requests are still being read.' : 'No name or action matches.'}
        </Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}

function NameRow({ name, letters }: { name: PaletteName; letters: readonly number[] }) {
  const { kind, label, detail, method } = name;
  return (
    <span className={classes['row']}>
      {method !== undefined && <MethodLabel method={method} />}
      <span className={classes['label']}>
        <MarkedLetters text={label} letters={letters} />
      </span>
      {detail !== undefined && detail !== '' && <small className={classes['detail']}>{visibleText(detail)}</small>}
      <small className={classes['kind']}>{kind}</small>
    </span>
  );
}

function ActionRow(props: { command: Command; letters: readonly number[]; onChoose: () => void }) {
  const { command, letters, onChoose } = props;
  const reason = command.unavailable?.();
  const Icon = command.icon && commandIcons[command.icon];
  return (
    <Spotlight.Action
      {...(reason === undefined ? { onClick: onChoose } : { 'aria-disabled': true, closeSpotlightOnTrigger: false })}
    >
      <span className={classes['row']} data-unavailable={reason !== undefined || undefined}>
        <span className={classes['icon']}>{Icon && <Icon size={14} aria-hidden />}</span>
        <span className={classes['label']}>
          <MarkedLetters text={command.label} letters={letters} />
        </span>
        {reason !== undefined && <small className={classes['detail']}>{reason}</small>}
        {command.keys !== undefined && (
          <Kbd className={classes['kind'] ?? ''} size="xs">
            {shownKeys(command.keys)}
          </Kbd>
        )}
      </span>
    </Spotlight.Action>
  );
}
