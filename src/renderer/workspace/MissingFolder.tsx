import { Alert, Button } from '@mantine/core';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';

/** Says that the folder of the workspace is gone: otherwise its collection only looks empty. */
export function MissingFolder() {
  const { commands } = useApp();
  const missing = useFrom('app', ({ workspace }) => (workspace.isMissing ? workspace.root : undefined));
  if (missing === undefined) return null;
  return (
    <Alert
      role="alert"
      color="orange"
      radius={0}
      p="xs"
      styles={{ message: { fontSize: '0.75rem', overflowWrap: 'anywhere' } }}
    >
      The folder {visibleText(missing)} was renamed, moved or deleted. Unsaved changes are kept; saving creates the
      folder again.
      <Button mt={8} size="compact-xs" variant="default" onClick={() => runCommand(commands, 'open-folder')}>
        Open another folder…
      </Button>
    </Alert>
  );
}
