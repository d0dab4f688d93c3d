import { Alert, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { VariableOwner } from '../../contract/collection/variable-calls.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { NameDialog } from '../ui/dialogs/NameDialog.tsx';
import { showError } from '../ui/messages/notify.ts';
import { EnvironmentList } from './EnvironmentList.tsx';
import { VariablesTable } from './table/VariablesTable.tsx';
import type { VariableEditing } from './store/variables-state.ts';
import classes from './environments.module.css';

/** All owners of variables: environments, globals, the collection and its folders. Changes are stored at once. */
export function EnvironmentsPage() {
  const { app, commands, variables: store } = useApp();
  const chosenEnvironment = useFrom('requests', (state) => state.environment);
  const owner = useFrom('variables', (state) => state.owner);
  const naming = useDialog('new-environment');
  const close = () => app.getState().closeDialog(naming);
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { owner: shownOwner, show, showFirst, save } = store.getState();
    if (shownOwner) show(shownOwner).catch(showError);
    else if (chosenEnvironment !== null) showFirst({ kind: 'environment', name: chosenEnvironment }).catch(showError);
    // The last edits are stored when another view is shown.
    return () => void save();
  }, [store, chosenEnvironment]);
  const requestedNames = useFrom('variables', (state) => state.requestedNames);
  const requestedRow = useFrom('variables', requestedRowOf);
  useEffect(() => {
    const hasValue = requestedRow > 0 && store.getState().rows[requestedRow - 1]?.value !== '';
    // Without an owner, the button for a new environment leads on.
    if (requestedNames.length > 0 && !hasValue) focusRow(main.current, requestedRow);
  }, [store, requestedNames, requestedRow]);
  return (
    <section
      className={classes['page']}
      aria-label="Environments"
      onKeyDownCapture={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        if (key !== 'z' && key !== 'y') return;
        // The search and the dialogs, which are inside of this component for React, undo their own typing.
        const target = event.target as Element;
        if (!main.current?.contains(target) && target.closest('input, [role="dialog"]')) return;
        event.preventDefault();
        if (key === 'y' || event.shiftKey) store.getState().redo();
        else store.getState().undo();
      }}
    >
      <VisuallyHidden component="h1">Environments</VisuallyHidden>
      <EnvironmentList />
      <div ref={main} className={classes['main']}>
        {owner ? (
          <Variables owner={owner} />
        ) : (
          <EmptyState
            text="An environment holds what differs between servers, such as an address or a token."
            action={{ label: 'New environment', onClick: () => runCommand(commands, 'new-environment') }}
          />
        )}
      </div>
      {naming && (
        <NameDialog
          title="New environment"
          value=""
          action="Add"
          onName={async (name) => {
            await store.getState().add(name, null);
            if (app.getState().dialog !== naming) return;
            close();
            focusRow(main.current, requestedRowOf(store.getState()));
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The number of the first row that was requested; 0 when there is none. Typing its value does not change it. */
function requestedRowOf({ rows, requestedNames }: VariableEditing): number {
  return rows.findIndex(({ name }) => requestedNames.includes(name)) + 1;
}

/** Focuses the value of a row; with 0, the name of the first row, or the button of the empty page. */
function focusRow(main: HTMLElement | null, row: number): void {
  const cell = row > 0 ? `Value of variable ${row}` : 'Name of variable 1';
  (main?.querySelector<HTMLElement>(`[aria-label="${cell}"]`) ?? main?.querySelector('button'))?.focus();
}

function Variables({ owner }: { owner: VariableOwner }) {
  const { variables: store } = useApp();
  const status = useFrom('variables', (state) => state.status);
  const problem = useFrom('variables', (state) => state.problem);
  const canUndo = useFrom('variables', (state) => state.canUndo);
  const canRedo = useFrom('variables', (state) => state.canRedo);
  const set = useFrom('variables', (state) => Object.keys(state.current).length + state.hidden.length);
  const folder = useFrom('requests', (state) =>
    owner.kind === 'folder' ? state.collection?.items.find(({ id }) => id === owner.id)?.name : undefined,
  );
  const titles = { environment: 'name' in owner ? owner.name : '', globals: 'Globals', folder: folder ?? 'Collection' };
  const title = visibleText(titles[owner.kind]);
  const reset = () => {
    const { current, hidden, setCurrent } = store.getState();
    setCurrent(Object.fromEntries([...Object.keys(current), ...hidden].map((name) => [name, null])));
  };
  return (
    <>
      <header className={classes['head']}>
        <h2 title={title} dir="auto">
          {title}
        </h2>
        <Text size="xs" c="dimmed" role="status" aria-label="State of the variables">
          {problem ? 'Not saved' : status === 'saved' ? 'Saved' : 'Saving…'}
        </Text>
        <span className={classes['space']} />
        {set > 0 && owner.kind !== 'globals' && (
          <Button size="compact-xs" variant="default" onClick={reset}>
            Reset all current values
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          disabled={!canUndo}
          onClick={() => store.getState().undo()}
        >
          Undo
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowForwardUp size={14} />}
          disabled={!canRedo}
          onClick={() => store.getState().redo()}
        >
          Redo
        </Button>
      </header>
      {problem && (
        <Alert color="red" role="alert" className={classes['problem'] ?? ''} title={problem.message}>
          {problem.code === 'FileChangedOnDisk' ? (
            <>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => void store.getState().reloadFromDisk().catch(showError)}
              >
                Discard changes
              </Button>{' '}
              <Button size="compact-xs" onClick={() => void store.getState().save(true)}>
                Keep mine
              </Button>
            </>
          ) : (
            problem.remedy
          )}
        </Alert>
      )}
      <VariablesTable owner={owner} />
      <p className={classes['hint']}>{hints[owner.kind]}</p>
    </>
  );
}

const hints = {
  environment:
    'Use a variable as {{name}}. The shared value is in the workspace’s file. The current value is what requests use now: a script sets it, or you do; it stays on this computer. Secrets are stored outside of the workspace.',
  globals: 'Globals exist in every environment. They are stored on this computer, not in the workspace’s files.',
  folder: 'For the requests in it. A variable of an environment with the same name has precedence.',
};
