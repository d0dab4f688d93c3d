import type { SentResponse } from '../../contract/collection/collection.ts';
import type { RunState } from '../../contract/runs/fold-run.ts';
import type { OpenRequest } from '../collection/tabs/open-item.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Chip } from '../ui/labels/Chip.tsx';
import { duration } from '../ui/labels/duration.ts';
import { sizeText } from '../ui/labels/size.ts';
import { StatusLabel } from '../ui/labels/StatusLabel.tsx';
import { ResponseActions } from './ResponseActions.tsx';
import { ResponseTabs } from './ResponseTabs.tsx';
import { RunSummaryChip } from './parts/RunSummaryChip.tsx';
import classes from './response.module.css';

const INCOMPLETE = 'The compressed data of the body stops before its end. The console says more.';

/** A response: status, time, size and the outcome of the scripts, above its body and other parts. */
export function ReceivedResponse(props: { open: OpenRequest; response: SentResponse; run: RunState | undefined }) {
  const { open, response, run } = props;
  const { app, response: store } = useApp();
  const tab = useFrom('response', (state) => state.tabs[open.id] ?? 'body');
  const setTab = (tab: string) => store.getState().showTab(open.id, tab);
  const total = response.hops.reduce((sum, hop) => sum + hop.timings.total, 0);
  return (
    <ResponseTabs response={response} run={run} tab={tab} onTab={setTab}>
      <div className={classes['summary']}>
        <StatusLabel status={response.status} statusText={response.statusText} testId="response-status" />
        <span className={classes['measure']}>
          {duration(total)} · {sizeText(response.size)}
          {response.hops.length > 1 && ` · ${response.hops.length} hops`}
          {response.httpVersion !== '1.1' && ` · HTTP/${response.httpVersion}`}
        </span>
        {response.isIncomplete && (
          <Chip tone="warn" title={INCOMPLETE} onClick={() => app.getState().showConsole(true)}>
            Body incomplete
          </Chip>
        )}
        {run && <RunSummaryChip run={run} onTests={() => setTab('tests')} />}
        <ResponseActions open={open} response={response} />
      </div>
    </ResponseTabs>
  );
}
