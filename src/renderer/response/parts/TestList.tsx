import { Button, UnstyledButton } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { RunState } from '../../../contract/runs/fold-run.ts';
import type { RunEventOf } from '../../../contract/runs/run-event.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import classes from '../response.module.css';
import shared from '../../ui/shared.module.css';

const signs = { passed: '✓', failed: '✗', skipped: '–' };

interface TestEntry {
  event: RunEventOf<'test'> | RunEventOf<'script.error'>;
  state: keyof typeof signs;
  text: string;
  error: string | undefined;
}

/** Tests and script errors of a run in order, including those of requests that scripts have run. */
export function TestList({ run }: { run: RunState | undefined }) {
  const { response, runs } = useApp();
  const hasMasked = useFrom('runs', (state) => !state.showsSecrets && state.otherRuns.has(run?.runId ?? ''));
  const entries = (run?.entries ?? []).flatMap((entry): TestEntry[] => {
    if (entry.kind !== 'single') return [];
    const { event } = entry;
    if (event.type === 'test') return [{ event, state: event.state, text: event.name, error: event.error?.message }];
    if (event.type !== 'script.error') return [];
    const { name, message } = event.error;
    return [{ event, state: 'failed', text: 'A script failed', error: `${name}: ${message}` }];
  });
  if (entries.length === 0) {
    return <p className={shared['quiet']}>No tests. pm.test in the post-response script adds one.</p>;
  }
  return (
    <>
      {hasMasked && (
        <Button
          className={classes['showSecrets'] ?? ''}
          size="compact-xs"
          variant="default"
          leftSection={<IconEyeOff size={12} />}
          onClick={() => runs.getState().showSecrets(true)}
        >
          Show secrets
        </Button>
      )}
      <ul className={classes['tests']}>
        {entries.map(({ event, state, text, error }, index) => (
          <li key={index} data-state={state}>
            {signs[state]} {visibleText(text)}
            {run && event.script && event.error?.line !== undefined && (
              <UnstyledButton
                className={classes['testLine'] ?? ''}
                aria-label={`Go to line ${event.error.line + event.script.linesBefore} of ${text}`}
                onClick={() => void response.getState().showScriptError(event, run.runId).catch(showError)}
              >
                line {event.error.line + event.script.linesBefore}
              </UnstyledButton>
            )}
            {error !== undefined && <small>{visibleText(error)}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}
