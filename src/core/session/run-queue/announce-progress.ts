/** Announces the progress of a queued run during the run, with the available workers. */
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import type { Events } from '../../platform/events.ts';
import { createPartProgress } from '../../run-queue/results/part-progress.ts';
import { connectToQueue, type OnQueueNotice } from '../../run-queue/queue-server.ts';
import { listWorkers } from '../../run-queue/worker-presence.ts';

const PROGRESS_MS = 1000;

export interface AnnouncedProgress {
  /** @param total number of parts with requests */
  begin(total: number): void;
  add(event: RunEvent): void;
  notice: OnQueueNotice;
  close(): void;
}

/**
 * @param options.signal ends only the connecting
 * @throws QueueUnreachable, InvalidParams, and the signal's reason
 */
export async function announceProgress({
  url,
  queueName,
  runId,
  events,
  signal,
}: {
  url: string;
  queueName: string;
  runId: string;
  events: Pick<Events, 'emit'>;
  signal: AbortSignal;
}): Promise<AnnouncedProgress> {
  const progress = createPartProgress();
  const redis = await connectToQueue(url, () => undefined, { signal });
  let presentWorkers: string[] = [];
  let notice: { text: string; kind: Parameters<OnQueueNotice>[1] } | undefined;

  const announce = () =>
    void events.emit('runQueue.progress', {
      runId,
      ...progress.state(presentWorkers),
      notice: notice?.text ?? null,
    });
  async function refresh(): Promise<void> {
    if (redis.status === 'ready') presentWorkers = (await listWorkers(redis, queueName)).map(({ name }) => name);
    if (presentWorkers.length > 0 && notice?.kind === 'no worker') notice = undefined;
    announce();
  }
  let isRefreshing = false;
  async function refreshAgain(): Promise<void> {
    // Commands to a server that does not answer would pile up.
    if (isRefreshing) return announce();
    isRefreshing = true;
    await refresh().finally(() => (isRefreshing = false));
  }
  const timer = setInterval(() => void refreshAgain().catch(() => undefined), PROGRESS_MS);
  return {
    begin(total) {
      progress.begin(total);
      void refresh().catch(() => undefined);
    },
    add: (event) => progress.add(event),
    notice(text, kind) {
      notice = kind === 'recovered' ? undefined : { text, kind };
      announce();
    },
    close() {
      clearInterval(timer);
      redis.disconnect();
      announce();
    },
  };
}
