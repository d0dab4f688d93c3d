import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { ConfirmButton } from '../../ui/buttons/ConfirmButton.tsx';
import { outcomeWord } from '../../../contract/runs/outcome-word.ts';
import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { duration } from '../../ui/labels/duration.ts';
import { showError } from '../../ui/messages/notify.ts';
import { CommandMenu } from '../../context/commands/CommandMenu.tsx';
import classes from '../runner.module.css';

/** Runs of the past, the newest first. */
export function PastRuns() {
  const { runner: store } = useApp();
  const runs = useFrom('runner', (state) => state.runs);
  const shownId = useFrom('runner', (state) => state.shownId);
  return (
    <section className={classes['past']} aria-label="Earlier runs">
      <h2>
        Runs
        <ConfirmButton
          label="Clear"
          question="Delete all earlier runs of this workspace with their reports? This cannot be undone."
          action="Delete all"
          disabled={runs.length === 0}
          onConfirm={() => store.getState().clear()}
        />
      </h2>
      {runs.length === 0 && <p>No runs yet.</p>}
      <ul aria-label="Runs">
        {runs.map((run) => (
          <li key={run.id}>
            <UnstyledButton
              aria-current={run.id === shownId || undefined}
              onClick={() => void store.getState().show(run.id).catch(showError)}
            >
              <span title={visibleText(run.name)}>
                <b data-outcome={outcomeWord(run.outcome, run.passed)}>{outcomeWord(run.outcome, run.passed)}</b>{' '}
                {visibleText(run.name)}
              </span>
              <small>
                {new Date(run.startedAt).toLocaleString()} · {countText(run.requests, 'request')} ·{' '}
                {run.passed + run.failed > 0 ? `${run.passed}/${run.passed + run.failed} tests` : 'no tests'} ·{' '}
                {duration(run.durationMs)}
              </small>
            </UnstyledButton>
            <CommandMenu menu="report" target={String(run.id)} position="bottom-end">
              <ActionIcon
                size={22}
                variant="subtle"
                color="gray"
                aria-label={`Report of ${visibleText(run.name)}, run ${run.id}`}
              >
                <IconDownload size={14} />
              </ActionIcon>
            </CommandMenu>
          </li>
        ))}
      </ul>
    </section>
  );
}
