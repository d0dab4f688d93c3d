/** Collects a queued run for this window: its events, and its report in the history. */
import { codedError } from '../../../contract/errors.ts';
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import type { KeptRuns } from '../../history/kept-runs.ts';
import { DEFAULT_ATTEMPTS } from '../../run-queue/part-jobs.ts';
import { queueNameOf } from '../../run-queue/queue-server.ts';
import type { SubmitOptions } from '../../run-queue/submit-run.ts';
import type { QueueSettingsOfWorkspace } from './queue-settings.ts';
import type { Session } from '../session.ts';
import { announceProgress } from './announce-progress.ts';

export interface QueuedRun {
  runId: string;
  environment: string | null;
  /** The innermost folder that contains all requests of the run; empty: the collection. */
  folder: string;
  /** The name in the report; undefined: the name with which it was submitted. */
  name: string | undefined;
  bail: boolean;
}

export interface QueuedRunCollector {
  /**
   * Collects a run until its end, and stores its report.
   * @param submit puts the run into the queue, or attaches to an existing one
   * @param leave ends only the collecting: the parts of the run continue
   * @returns the number of the report in the history
   * @throws Cancelled when `leave` aborts
   */
  collect(
    queuedRun: QueuedRun,
    submit: (options: Omit<SubmitOptions, 'requests'>, stop: AbortSignal) => Promise<RunOutcome>,
    leave: AbortSignal,
  ): Promise<{ id: number }>;
  /** Ends a run that is collected here, and its parts on the workers. */
  stop(runId: string): void;
}

export function createQueuedRunCollector(
  session: Session,
  queue: Pick<QueueSettingsOfWorkspace, 'url'>,
  reports: Pick<KeptRuns, 'add'>,
): QueuedRunCollector {
  const stops = new Map<string, AbortController>();
  return {
    async collect({ runId, environment, folder, name, bail }, submit, leave) {
      const url = await queue.url();
      const report = newReport(environment);
      const stop = new AbortController();
      return session.run(runId, leave, async (run) => {
        stops.set(runId, stop);
        let id: number | undefined;
        const addReport = async () => (id ??= reports.add(folder, report, await session.mask()));
        const queueName = queueNameOf((await session.collection.require()).name);
        const progress = await announceProgress({ url, queueName, runId: run.id, events: session.events });
        try {
          await submit(
            {
              url,
              runId,
              bail,
              attempts: DEFAULT_ATTEMPTS,
              leave: run.signal,
              writeReports: async () => void (await addReport()),
              onParts: progress.begin,
              onNotice: progress.notice,
              onEvent(event) {
                const namedEvent =
                  event.type === 'run.started' && name !== undefined ? { ...event, scriptName: name } : event;
                foldReport(report, namedEvent);
                progress.add(namedEvent);
                run.onEvent(namedEvent);
              },
            },
            stop.signal,
          );
        } finally {
          stops.delete(runId);
          progress.close();
        }
        if (run.signal.aborted && !stop.signal.aborted) {
          throw codedError('Cancelled', 'The run continues without this window.', 'Collect it from the queue.');
        }
        return { id: await addReport() };
      });
    },
    stop: (runId) => stops.get(runId)?.abort(),
  };
}
