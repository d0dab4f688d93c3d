/** The report of the current run: updated by each event, and shown at intervals. */
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RunReport } from '../../../contract/runs/report.ts';

const FRAME_MS = 100;

export interface LiveReport {
  runId(): string | undefined;
  /** @returns the initial report, without results */
  begin(runId: string, environment: string | null): RunReport;
  /**
   * Ends showing this run. @returns its report as far as it has arrived; undefined when another run is shown by now
   */
  end(runId: string): RunReport | undefined;
}

/**
 * @param show receives a copy, which later events do not modify, and the numbers of the requests that are under way: one
 * with a response is too, until its scripts have ended
 */
export function createLiveReport(
  client: HostClient,
  show: (report: RunReport, underWay: ReadonlySet<number>) => void,
): LiveReport {
  let current: { runId: string; report: RunReport; underWay: Set<number> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    if (current) show({ ...current.report, requests: [...current.report.requests] }, new Set(current.underWay));
  };
  client.on('run.event', (event) => {
    if (event.runId !== current?.runId) return;
    foldReport(current.report, event);
    if (event.type === 'request.started' && event.request !== undefined) current.underWay.add(event.request);
    if (event.type === 'request.finished' && event.request !== undefined) current.underWay.delete(event.request);
    timer ??= setTimeout(draw, FRAME_MS);
  });
  return {
    runId: () => current?.runId,
    begin(runId, environment) {
      current = { runId, report: newReport(environment), underWay: new Set() };
      return { ...current.report };
    },
    end(runId) {
      if (runId !== current?.runId) return undefined;
      clearTimeout(timer);
      timer = undefined;
      const { report } = current;
      current = undefined;
      return report;
    },
  };
}
