import { Button, Group, Text } from '@mantine/core';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

/** Asks to sign in on a page of the provider; closes when that is done, or when the request was cancelled. */
export function SignInDialog() {
  const { runs } = useApp();
  const question = useFrom('signIn', (state) => state.questions[0]);
  const stop = () => runs.getState().stop(question?.runId);
  return (
    <Dialog opened={question !== undefined} onClose={stop} title="Sign in with your browser">
      <Text size="sm">
        {question && URL.canParse(question.url) ? new URL(question.url).host : 'The provider'} asks who you are. Sign in
        there, and the request continues by itself.
      </Text>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={stop}>
          Stop
        </Button>
        <Button component="a" size="xs" href={question?.url ?? '#'} target="_blank" rel="noreferrer">
          Open the page
        </Button>
      </Group>
    </Dialog>
  );
}
