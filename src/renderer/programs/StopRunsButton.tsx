import { Button } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';

/** Ends the run that asks: after a denial it goes on and may ask again, and the dialog covers its Stop button. */
export function StopRunsButton({ disabled }: { disabled: boolean }) {
  const { commands } = useApp();
  const count = useFrom('runs', (state) => state.active.length);
  if (count === 0) return null;
  return (
    <Button variant="default" c="var(--bad)" disabled={disabled} onClick={() => runCommand(commands, 'stop-all')}>
      {count === 1 ? 'Stop the run' : `Stop all ${count} runs`}
    </Button>
  );
}
