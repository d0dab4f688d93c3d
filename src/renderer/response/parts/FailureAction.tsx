import { Button } from '@mantine/core';
import { useApp } from '../../context/app-context.ts';
import { commandById, runCommand } from '../../context/commands/commands.ts';
import { commandFor } from './failure-commands.ts';

/** A button that leads to the place where a failure is mended, where there is one. */
export function FailureAction({ code }: { code: string | undefined }) {
  const { commands } = useApp();
  const id = commandFor(code);
  if (id === undefined) return null;
  return (
    <Button size="compact-xs" variant="default" mt={4} onClick={() => runCommand(commands, id)}>
      {commandById(commands, id).label}
    </Button>
  );
}
