import { Button } from '@mantine/core';
import { useApp } from '../context/app-context.ts';

/** Ends the run that asks: after a denial it goes on and may ask again, and the dialog covers its Stop button. */
export function StopRunButton({ runId, disabled }: { runId: string; disabled: boolean }) {
  const { runs } = useApp();
  return (
    <Button variant="default" c="var(--bad)" disabled={disabled} onClick={() => runs.getState().stop(runId)}>
      Stop the run
    </Button>
  );
}
