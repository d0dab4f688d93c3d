import { Button, Group, Stack, Text } from '@mantine/core';
import { visibleText } from '../../contract/visible-text.ts';
import { useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { CopyText } from '../ui/buttons/CopyText.tsx';

/** Covers the window once the connection to the host is lost, because nothing that is typed then would be stored. */
export function LostHostDialog() {
  const lost = useFrom('app', (state) => state.lostHost);
  if (!lost) return null;
  return (
    <Dialog
      opened
      title={lost.reload ? 'Outrigger responds again' : 'Outrigger does not respond'}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
    >
      <Stack gap="xs">
        <Text size="sm">
          {lost.reload
            ? 'The page has to be loaded again. Everything that is stored is kept.'
            : 'The connection to the process that serves this page is lost. If the process is still running, the page reconnects by itself in a moment. If it has ended, start Outrigger again and continue in the page that it opens.'}
        </Text>
        {lost.unstored.length === 0 ? (
          <Text size="sm">Everything that you typed is stored.</Text>
        ) : (
          <>
            <Text size="sm">
              {lost.reload
                ? 'These texts could not be stored and are lost when the page is loaded. Copy them first:'
                : 'These texts are not stored. You can copy them:'}
            </Text>
            {lost.unstored.map(({ path, text }) => (
              <Group key={path} justify="space-between" wrap="nowrap">
                <Text size="sm" truncate>
                  {visibleText(path)}
                </Text>
                <CopyText label={`Copy ${path}`} read={() => Promise.resolve(text)} />
              </Group>
            ))}
          </>
        )}
        {lost.reload && (
          <Group justify="flex-end">
            <Button size="xs" onClick={() => void lost.reload?.()}>
              Load the page again
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}
