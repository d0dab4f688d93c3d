import { Button, Code, Group, Text, VisuallyHidden } from '@mantine/core';
import { visibleBeginning, visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { showError } from '../ui/messages/notify.ts';
import { StopRunButton } from './StopRunButton.tsx';
import { useReady } from './use-ready.ts';

/** Long names must not push the meaning of the answer and the buttons out of view. */
const MAX_NAME = 200;

/** Asks once for a workspace, before its scripts and requests use its secrets. Closing it refuses. */
export function VaultDialog() {
  const { consent } = useApp();
  // One question at a time: this one returns when those about programs are answered.
  const question = useFrom('consent', (state) => (state.questions.length > 0 ? undefined : state.vaultQuestions[0]));
  const run = useFrom('runs', ({ runs }) => runs.find(({ runId }) => runId === question?.runId)?.scriptName);
  const isReady = useReady(question?.id);
  if (!question) return null;
  const answer = (allow: boolean) => () => {
    if (isReady) void consent.getState().answerVault(question.id, allow).catch(showError);
  };
  return (
    <Dialog opened onClose={answer(false)} title="Allow scripts to use secrets?" closeOnClickOutside={false}>
      <Text size="sm" mb="sm" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        {run ? (
          <>
            In the run <Code>{visibleBeginning(run, MAX_NAME)}</Code>, a script or a request
          </>
        ) : (
          'A script or a request'
        )}{' '}
        of the workspace <Code>{visibleText(question.workspace)}</Code> asks for the secret{' '}
        <Code>{visibleBeginning(question.name, MAX_NAME)}</Code>. If you allow it, scripts of this workspace can read
        and change all of its secrets, and requests can send them.
      </Text>
      <VisuallyHidden role="status">{isReady ? 'The buttons can be used now.' : ''}</VisuallyHidden>
      <Group justify="flex-end">
        <StopRunButton runId={question.runId} disabled={!isReady} />
        <Button disabled={!isReady} variant="subtle" color="red" onClick={answer(false)}>
          Deny
        </Button>
        <Button disabled={!isReady} onClick={answer(true)}>
          Allow for this workspace
        </Button>
      </Group>
    </Dialog>
  );
}
