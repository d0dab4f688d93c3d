import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { KeptLoadRun } from '../../contract/load/load.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandMenu } from '../context/commands/CommandMenu.tsx';
import { duration } from '../ui/labels/duration.ts';
import { showError } from '../ui/messages/notify.ts';
import { modelText } from './compare-loads.ts';

/** Load runs of the past, the newest first. @param className of the list, which looks like that of the other runs */
export function PastLoads({ className }: { className: string | undefined }) {
  const { load: store } = useApp();
  const runs = useFrom('load', (state) => state.runs);
  useEffect(() => void store.getState().loadRuns().catch(showError), [store]);
  return (
    <section className={className} aria-label="Earlier load runs">
      <h2>Load runs</h2>
      {runs.length === 0 && <p>No load runs yet.</p>}
      <ul aria-label="Load runs">
        {runs.map((run) => (
          <PastLoad key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function PastLoad({ run }: { run: KeptLoadRun }) {
  const { load: store } = useApp();
  const isShown = useFrom('load', (state) => state.shownId === run.id);
  const isRunning = useFrom('runs', (state) => state.of('load') !== undefined);
  return (
    <li>
      <UnstyledButton
        aria-current={isShown || undefined}
        disabled={isRunning}
        onClick={() => void store.getState().open(run.id).catch(showError)}
      >
        <span title={visibleText(run.name)}>
          <b data-outcome={run.outcome}>{run.outcome}</b> {visibleText(run.name)}
        </span>
        <small>
          {new Date(run.startedAt).toLocaleString()} · {modelText(run.model)} · {run.requestsPerSecond.toFixed(1)}{' '}
          requests/s · {run.failures} failed · {duration(run.durationMs)}
        </small>
      </UnstyledButton>
      <CommandMenu menu="loadRun" target={String(run.id)} position="bottom-end">
        <ActionIcon
          size={22}
          variant="subtle"
          color="gray"
          aria-label={`More for load run ${run.id} of ${visibleText(run.name)}`}
        >
          <IconDots size={14} />
        </ActionIcon>
      </CommandMenu>
    </li>
  );
}
