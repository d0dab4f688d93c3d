import { Button, Group, Text } from '@mantine/core';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

/** Asks to sign in on a page of the provider; closes when that is done, or when the request was cancelled. */
export function SignInDialog() {
  const { runs } = useApp();
  const asked = useFrom('signIn', (state) => state.asked);
  const stop = () => runs.getState().stop();
  return (
    <Dialog opened={asked !== undefined} onClose={stop} title="Sign in in your browser">
      <Text size="sm">
        {asked && URL.canParse(asked.url) ? new URL(asked.url).host : 'The provider'} asks who you are. Sign in there;
        the request goes on by itself.
      </Text>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={stop}>
          Stop
        </Button>
        <Button component="a" size="xs" href={asked?.url ?? '#'} target="_blank" rel="noreferrer">
          Open the page
        </Button>
      </Group>
    </Dialog>
  );
}
