/** Runs of a workspace's collection, and the reports of former runs. */
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { ReportRequest, RunReport } from '../../../contract/runs/report.ts';
import { foldReport, hasFailed, newReport, outermostCaller } from '../../../contract/runs/fold-report.ts';
import type { KeptRuns } from '../../history/kept-runs.ts';
import { formatReport } from '../../runs/reports/reports.ts';
import { parseIterationData, previewData } from '../../runs/collection/iteration-data.ts';
import { runCollection } from '../../runs/collection/run-collection.ts';
import { selectionOf } from './run-selection.ts';
import type { Session } from '../session.ts';
import type { WorkspaceState } from './workspace-state.ts';

type RunnerApi = Pick<HostApi, Extract<keyof HostApi, `runner.${string}`>>;

export function createWorkspaceRunner(session: Session, { history: { runs } }: WorkspaceState): RunnerApi {
  return {
    'runner.start': (params, signal) => runSelected(session, { params, runs }, signal),
    'runner.list': () => ({ runs: runs.list() }),
    'runner.get': ({ id }) => ({ report: runs.get(id) }),
    'runner.exchange': ({ id, index }) => ({ exchange: runs.exchange(id, index) }),
    'runner.previewData': ({ name, text }) => previewData(parseIterationData(text, name)),
    'runner.export': ({ id, format }) => ({ text: formatReport(runs.get(id), format) }),
    'runner.clear'() {
      runs.clear();
      return {};
    },
  };
}

/** @returns the number of the report in the history. @throws InvalidParams, InvalidData, FileNotFound, Cancelled */
async function runSelected(
  session: Session,
  { params, runs }: { params: Parameters<RunnerApi['runner.start']>[0]; runs: KeptRuns },
  signal: AbortSignal,
): Promise<{ id: number }> {
  const { collection } = session;
  const { runId, environment, iterations, data, delayMs, bail, failedOf } = params;
  const loaded = await collection.require(params.unsaved);
  const { folder, requests, ...whole } = selectionOf(loaded, params.requests, params.tagFilter);
  const rows = data && parseIterationData(data.text, data.name);
  const scopes = await collection.scopesOf(loaded, environment);
  const failed = failedOf === null ? undefined : failedRequests(runs.get(failedOf));
  const failedCalls = failed && new Set(failed.map(({ iteration, id }) => `${iteration} ${id}`));
  // The folder stays that of the whole run, with which the new one is compared.
  const failedIds = failed && new Set(failed.map(({ id }) => id));
  const name = failedIds
    ? selectionOf(
        loaded,
        params.requests.filter((id) => failedIds.has(id)),
      ).name
    : whole.name;
  const report = newReport(environment);
  return session.run(runId, signal, async (run) => {
    await runCollection(
      {
        runId,
        name,
        requests,
        scopes,
        bail,
        iterations: iterations ?? undefined,
        data: rows ?? undefined,
        delayMs,
        only: failedCalls && ((iteration, { id }) => failedCalls.has(`${iteration} ${id}`)),
      },
      {
        ...run,
        onEvent(event) {
          foldReport(report, event);
          run.onEvent(event);
        },
      },
      run.signal,
    );
    await collection.storeChanges(loaded, scopes);
    await session.cookies.save();
    const mask = await session.mask();
    const id = runs.add(folder, report, mask);
    runs.addExchanges(id, report.requests, (number) => session.exchanges.get({ runId, of: 'request', number }, mask));
    return { id };
  });
}

/** The failed requests; for a request that a script has run, its caller. */
function failedRequests(report: RunReport): ReportRequest[] {
  const failedCalls = report.requests.filter(hasFailed).map((request) => outermostCaller(report, request));
  if (failedCalls.length === 0)
    throw codedError('InvalidParams', 'No request has failed in that run.', 'Run all of its requests again.');
  return failedCalls;
}
