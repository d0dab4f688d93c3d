/** Collects a queued run for this window: its events, and its report in the history. */
import { codedError } from '../../../contract/errors.ts';
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import type { RunEvent, RunOutcome } from '../../../contract/runs/run-event.ts';
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

const continuesAlone = () =>
  codedError('Cancelled', 'The run continues without this window.', 'Collect it from the queue.');

/** @param name replaces the name with which the run was submitted; undefined: that one stays */
const withName = (event: RunEvent, name: string | undefined): RunEvent =>
  event.type === 'run.started' && name !== undefined ? { ...event, scriptName: name } : event;

export function createQueuedRunCollector(
  session: Session,
  queue: Pick<QueueSettingsOfWorkspace, 'url'>,
  reports: Pick<KeptRuns, 'add'>,
): QueuedRunCollector {
  const stops = new Map<string, AbortController>();

  async function collectUntilEnd(
    { runId, environment, folder, name, bail }: QueuedRun,
    submit: Parameters<QueuedRunCollector['collect']>[1],
    { leave, stop }: { leave: AbortSignal; stop: AbortSignal },
  ): Promise<{ id: number }> {
    const url = await queue.url();
    const report = newReport(environment);
    return session.run(runId, leave, async (run) => {
      let id: number | undefined;
      const addReport = async () => (id ??= reports.add(folder, report, await session.mask()));
      const queueName = queueNameOf((await session.collection.require()).name);
      const signal = AbortSignal.any([run.signal, stop]);
      const progress = await announceProgress({ url, queueName, runId: run.id, events: session.events, signal });
      const options: Omit<SubmitOptions, 'requests'> = {
        url,
        runId,
        bail,
        attempts: DEFAULT_ATTEMPTS,
        leave: run.signal,
        writeReports: async () => void (await addReport()),
        onParts: progress.begin,
        onNotice: progress.notice,
        onEvent(event) {
          const namedEvent = withName(event, name);
          foldReport(report, namedEvent);
          progress.add(namedEvent);
          run.onEvent(namedEvent);
        },
      };
      await submit(options, stop).finally(progress.close);
      if (run.signal.aborted && !stop.aborted) throw continuesAlone();
      return { id: await addReport() };
    });
  }

  return {
    async collect(queuedRun, submit, leave) {
      // From the beginning, because reading the files and connecting may take long.
      const stop = new AbortController();
      stops.set(queuedRun.runId, stop);
      try {
        return await collectUntilEnd(queuedRun, submit, { leave, stop: stop.signal });
      } catch (error) {
        if (error === stop.signal.reason) throw codedError('Cancelled', 'The run was stopped before it had begun.');
        throw error;
      } finally {
        stops.delete(queuedRun.runId);
      }
    },
    stop: (runId) => stops.get(runId)?.abort(),
  };
}
