import type { Failure } from '../../contract/errors.ts';
import type { RunState } from '../../contract/runs/fold-run.ts';
import type { OpenRequest } from '../collection/tabs/open-item.ts';
import { useFrom } from '../context/app-context.ts';
import { ExampleView } from './examples/ExampleView.tsx';
import { LiveResponse } from './LiveResponse.tsx';
import { NoResponse } from './NoResponse.tsx';
import { ReceivedResponse } from './ReceivedResponse.tsx';

/** The response of an open request, or the example that was opened. */
export function ResponseView({ open }: { open: OpenRequest }) {
  const { response } = open;
  const run = useFrom('runs', (state) => state.runs.find(({ runId }) => runId === open.run));
  const example = useFrom('response', (state) => (state.example?.id === open.id ? state.example : undefined));
  if (example) return <ExampleView key={example.response.runId} example={example} open={open} />;
  const isRunning = run?.status === 'running';
  const failure = run && !isRunning && run.status !== 'stopped' ? failureOf(run) : undefined;
  if (run?.live && (isRunning || !response || response.runId !== run.runId)) {
    return <LiveResponse live={run.live} ended={!isRunning} failure={failure} />;
  }
  if (!response || (isRunning && response.runId !== run.runId))
    return <NoResponse id={open.id} run={run} failure={failure} />;
  return <ReceivedResponse open={open} response={response} run={run} />;
}

/** Why the last request of a run has no response. */
function failureOf({ entries }: RunState): Failure | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'single' && entry.event.type === 'request.answered') return entry.event.failure;
  }
  return undefined;
}
