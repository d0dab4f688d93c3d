import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { RunState } from '../../../contract/runs/fold-run.ts';
import { useApp } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { summarizeRun } from './run-summary.ts';
import classes from '../response.module.css';

/** Shows whether the tests and scripts of a run have succeeded: red when anything failed. A click opens the place. */
export function RunSummaryChip({ run, onTests }: { run: RunState; onTests?: () => void }) {
  const { app, response } = useApp();
  const summary = summarizeRun(run);
  if (!summary) return null;
  const { text, state, target } = summary;
  const hasPlace = target.kind === 'script' && target.event.script !== undefined;
  const showConsole = () => {
    if (target.kind === 'tests') onTests?.();
    else if (target.kind === 'script' && hasPlace) {
      // The tests have the reason, beside the line.
      onTests?.();
      void response.getState().showScriptError(target.event, run.runId).catch(showError);
    } else app.getState().showConsole(true);
  };
  const label = target.kind === 'tests' ? 'show the tests' : hasPlace ? 'go to the line' : 'show the console';
  const Icon = state === 'passed' ? IconCheck : target.kind === 'tests' ? IconX : IconAlertTriangle;
  return (
    <UnstyledButton
      className={classes['runSummary'] ?? ''}
      data-state={state}
      data-testid="run-summary"
      aria-label={`${text}, ${label}`}
      onClick={showConsole}
    >
      {state !== 'neutral' && <Icon size={12} aria-hidden />}
      {text}
    </UnstyledButton>
  );
}
