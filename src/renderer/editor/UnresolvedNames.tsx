import { listNames } from '../../contract/list-names.ts';
import { visibleBeginning } from '../../contract/visible-text.ts';
import { Button, Group, List, Text } from '@mantine/core';
import type { EditedRequest } from '../../contract/collection/collection.ts';
import { emptyPathParams, unresolvedNames } from '../collection/unresolved-names.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { showError } from '../ui/messages/notify.ts';
import classes from './request-editor.module.css';

const SHOWN = 4;
/** With more or longer names, the buttons of the question would be out of view. */
const SHOWN_IN_QUESTION = 10;
const MAX_NAME = 100;

/** Opens the page of environments with a row for each of the names. */
function useDefine(): (names: readonly string[]) => void {
  const { app, requests, variables } = useApp();
  return (names) => {
    const { environment } = requests.getState();
    app.getState().show('environments');
    const showing =
      environment === null ? Promise.resolve() : variables.getState().show({ kind: 'environment', name: environment });
    showing.then(() => variables.getState().define(names)).catch(showError);
  };
}

/** Names without a value in the request, with a way to define them. */
export function UnresolvedNames({ edited }: { edited: EditedRequest }) {
  const variables = useFrom('requests', (state) => state.variables);
  const define = useDefine();
  const names = unresolvedNames(edited, variables);
  const shown = [...emptyPathParams(edited), ...names.map((name) => `{{${visibleBeginning(name, MAX_NAME)}}}`)];
  if (shown.length === 0) return null;
  return (
    <div className={classes['unresolved']} role="status">
      <span>
        {listNames(shown, SHOWN)} {shown.length === 1 ? 'has' : 'have'} no value.
      </span>
      {names.length > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => define(names)}>
          Define
        </Button>
      )}
    </div>
  );
}

/** Asks before a request is sent with names that have no value. */
export function UnresolvedQuestion() {
  const { requests: store } = useApp();
  const question = useFrom('requests', (state) => state.unresolved);
  const define = useDefine();
  if (!question) return null;
  const { names, debugged } = question;
  const close = () => store.getState().answerUnresolved();
  return (
    <Dialog opened onClose={close} title={names.length === 1 ? 'A variable has no value' : 'Variables have no value'}>
      <Text size="sm">The server would receive {names.length === 1 ? 'its name' : 'their names'} in braces:</Text>
      <List size="sm" my="xs" aria-label="Names without a value">
        {names.slice(0, SHOWN_IN_QUESTION).map((name) => (
          <List.Item key={name}>
            <code>{`{{${visibleBeginning(name, MAX_NAME)}}}`}</code>
          </List.Item>
        ))}
        {names.length > SHOWN_IN_QUESTION && <List.Item>{names.length - SHOWN_IN_QUESTION} more</List.Item>}
      </List>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button size="xs" variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            close();
            void store.getState().send({ ignoreUnresolved: true, debugged }).catch(showError);
          }}
        >
          Send anyway
        </Button>
        <Button
          size="xs"
          data-autofocus
          onClick={() => {
            close();
            define(names);
          }}
        >
          Define
        </Button>
      </Group>
    </Dialog>
  );
}
