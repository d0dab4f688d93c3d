import { Button, Group } from '@mantine/core';
import { useApp } from '../../context/app-context.ts';
import { CommandMenu } from '../../context/commands/CommandMenu.tsx';
import { runCommand } from '../../context/commands/commands.ts';

/**
 * The buttons above the shown notification.
 * @param id negative for a refused request, which is not stored
 */
export function NotificationActions({ id }: { id: number }) {
  const { commands } = useApp();
  return (
    <Group gap={6} my={8}>
      <CommandMenu menu="copyNotification">
        <Button size="compact-xs" variant="default">
          Copy…
        </Button>
      </CommandMenu>
      {id > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'replay-notification')}>
          Replay…
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'compare-notification')}>
        Compare…
      </Button>
      <CommandMenu menu="useNotification">
        <Button size="compact-xs" variant="default">
          Use as…
        </Button>
      </CommandMenu>
      {id > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          onClick={() => runCommand(commands, 'delete-notification')}
        >
          Delete
        </Button>
      )}
    </Group>
  );
}
