import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';

/** Asked once for a workspace, before its scripts use its secrets. Closing it is a no. */
export function VaultDialog() {
  const { consent } = useApp();
  const question = useFrom('consent', (state) => state.vaultQuestions[0]);
  if (!question) return null;
  const answer = (allow: boolean) => () => void consent.getState().answerVault(question.id, allow).catch(showError);
  return (
    <Modal opened onClose={answer(false)} title="Allow scripts to use secrets?" centered closeOnClickOutside={false}>
      <Text size="sm" mb="sm">
        A script of the workspace <Code>{question.workspace}</Code> asks for the secret <Code>{question.name}</Code>. If
        you allow it, scripts of this workspace can read and change all of its secrets.
      </Text>
      <Group justify="flex-end">
        <Button variant="subtle" color="red" onClick={answer(false)}>
          Deny
        </Button>
        <Button data-autofocus onClick={answer(true)}>
          Allow for this workspace
        </Button>
      </Group>
    </Modal>
  );
}
