/** Starts a run of the selected requests, and shows its progress. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunReport } from '../../contract/runs/report.ts';
import { withFoldersAbove } from '../collection/tree/folders-above.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { RunStore } from '../console/run-store.ts';
import type { LiveReport } from './results/live-report.ts';
import type { RunnerAccess, RunnerStore } from './runner-state.ts';

interface Dependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  requests: StoreApi<RequestStore>;
  liveReport: LiveReport;
}

export function createRunStart(
  { set, get }: RunnerAccess,
  { client, runs, requests, liveReport }: Dependencies,
): Pick<RunnerStore, 'start' | 'follow' | 'exchange'> {
  return {
    async start({ failedOf, debugged = false } = {}) {
      const { savedFiles, data, tags, excludeTags, ...limits } = get().plan;
      const ids = failedOf === undefined ? get().toRun() : failedRequests(get().shown);
      const { environment } = requests.getState();
      const unsaved = savedFiles ? undefined : await requests.getState().unsavedEdits(withFoldersAbove(ids));
      await get().follow(
        (runId, signal) => {
          const params = {
            ...limits,
            runId,
            requests: ids,
            ...(failedOf === undefined ? { tagFilter: { tags, excludeTags } } : {}),
            environment,
            failedOf: failedOf ?? null,
            data: data && { name: data.name, text: data.text },
            ...(unsaved ? { unsaved } : {}),
          };
          return client.call('runner.start', params, signal);
        },
        { debugged },
      );
    },
    async follow(begin, options) {
      let startedId: string | undefined;
      try {
        const result = await runs.getState().follow(
          'runner',
          (runId, signal) => {
            startedId = runId;
            get().showNothing();
            set({ shown: liveReport.begin(runId, requests.getState().environment) });
            return begin(runId, signal);
          },
          options,
        );
        if (!result) return;
        await get().load();
        // The next run may have been started meanwhile.
        if (liveReport.runId() === startedId) await get().show(result.id);
      } catch (error) {
        const report = startedId === undefined ? undefined : liveReport.end(startedId);
        if (report && get().shownId === undefined) set({ shown: interrupted(report) });
        throw error;
      } finally {
        if (startedId !== undefined) liveReport.end(startedId);
      }
    },
    async exchange(index) {
      const { shownId } = get();
      if (shownId !== undefined) return (await client.call('runner.exchange', { id: shownId, index })).exchange;
      const runId = liveReport.runId();
      return runId === undefined ? null : runs.getState().exchange({ runId, of: 'request', number: index });
    },
  };
}

/** The report of a run that has no stored one; undefined when the run has not begun. */
const interrupted = (report: RunReport): RunReport | undefined =>
  report.startedAt === ''
    ? undefined
    : { ...report, outcome: report.outcome === 'running' ? 'stopped' : report.outcome };

const failedRequests = (report: RunReport | undefined): string[] => [
  ...new Set(report?.requests.filter(({ caller }) => caller === undefined).map(({ id }) => id)),
];
