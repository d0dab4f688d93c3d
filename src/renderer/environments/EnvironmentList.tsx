import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { VariableOwner } from '../../contract/collection/variable-calls.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandMenu } from '../context/commands/CommandMenu.tsx';
import { runCommand } from '../context/commands/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { NameDialog } from '../ui/dialogs/NameDialog.tsx';
import { showError } from '../ui/messages/notify.ts';
import { ProblemList } from '../ui/messages/ProblemList.tsx';
import { SidebarHeader } from '../ui/SidebarHeader.tsx';
import classes from './environments.module.css';

/** The environments, followed by the other owners of variables. */
export function EnvironmentList() {
  const { app, commands, variables: store, requests } = useApp();
  const environments = useFrom('requests', (state) => state.collection?.environments ?? noNames);
  const items = useFrom('requests', (state) => state.collection?.items ?? noItems);
  const problems = useFrom('requests', (state) => state.collection?.problems ?? noNames);
  const active = useFrom('requests', (state) => state.environment);
  const owner = useFrom('variables', (state) => state.owner);
  const [search, setSearch] = useState('');
  const naming = useDialog('rename-environment', 'duplicate-environment');
  const folders = items.filter(({ kind }) => kind === 'folder');
  const fits = (name: string) => name.toLowerCase().includes(search.toLowerCase());

  const entry = (key: string, name: string, target: VariableOwner, more?: ReactNode) => {
    const isShown = JSON.stringify(target) === JSON.stringify(owner);
    return (
      <li key={key} className={classes['entry']} data-shown={isShown || undefined}>
        <UnstyledButton
          aria-current={isShown ? 'true' : undefined}
          title={visibleText(name)}
          dir="auto"
          onClick={() => void store.getState().show(target).catch(showError)}
        >
          {visibleText(name)}
        </UnstyledButton>
        {more}
      </li>
    );
  };
  const setName = async (name: string) => {
    if (naming?.kind === 'duplicate-environment') await store.getState().add(name, naming.name);
    else if (naming) {
      const isActive = active === naming.name;
      await store.getState().rename(naming.name, name);
      // The renamed one is not in the collection any more; another one may have been chosen meanwhile.
      const { environment, setEnvironment } = requests.getState();
      if (isActive && (environment === null || environment === naming.name)) setEnvironment(name);
    }
    app.getState().closeDialog(naming);
  };
  return (
    <nav className={classes['list']} aria-label="Variable scopes">
      <SidebarHeader
        title="Environments"
        search={{ label: 'Search environments', value: search, onChange: setSearch }}
        add={{ label: 'New environment', onClick: () => runCommand(commands, 'new-environment') }}
      />
      <ProblemList problems={problems.filter((problem) => problem.startsWith('environments/'))} />
      <ul aria-label="Environments">
        {environments.filter(fits).map((name) =>
          entry(
            name,
            name,
            { kind: 'environment', name },
            <>
              {name === active && <IconCheck size={14} role="img" aria-label="used by requests" />}
              <CommandMenu menu="environment" target={name} position="bottom-start">
                <ActionIcon size={20} variant="subtle" color="gray" aria-label={`More for ${visibleText(name)}`}>
                  <IconDots size={14} />
                </ActionIcon>
              </CommandMenu>
            </>,
          ),
        )}
      </ul>
      <h3>Everywhere</h3>
      <ul aria-label="Globals and collection">
        {fits('Globals') && entry('globals', 'Globals', { kind: 'globals' })}
        {fits('Collection') && entry('collection', 'Collection', { kind: 'folder', id: '' })}
      </ul>
      {folders.length > 0 && <h3>Folders</h3>}
      <ul aria-label="Folders">
        {folders.filter(({ name }) => fits(name)).map(({ id, name }) => entry(id, name, { kind: 'folder', id }))}
      </ul>
      {naming && (
        <NameDialog
          title={
            naming.kind === 'rename-environment'
              ? `Rename ${visibleText(naming.name)}`
              : `Duplicate ${visibleText(naming.name)}`
          }
          value={naming.kind === 'rename-environment' ? naming.name : `${naming.name} copy`}
          action={naming.kind === 'rename-environment' ? 'Rename' : 'Add'}
          onName={setName}
          onClose={() => app.getState().closeDialog(naming)}
        />
      )}
    </nav>
  );
}
const noNames: string[] = [];
const noItems: never[] = [];
