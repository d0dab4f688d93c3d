/** Announces the progress of a queued run during the run, with the available workers. */
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import type { Events } from '../../platform/events.ts';
import { createPartProgress } from '../../run-queue/results/part-progress.ts';
import { connectToQueue } from '../../run-queue/queue-server.ts';
import { listWorkers } from '../../run-queue/worker-presence.ts';

const PROGRESS_MS = 1000;

export interface AnnouncedProgress {
  /** @param total number of parts with requests */
  begin(total: number): void;
  add(event: RunEvent): void;
  /** A sentence about the queue, shown until the queue is reachable again. */
  notice(text: string): void;
  close(): void;
}

/** @throws QueueUnreachable, InvalidParams */
export async function announceProgress({
  url,
  queueName,
  runId,
  events,
}: {
  url: string;
  queueName: string;
  runId: string;
  events: Pick<Events, 'emit'>;
}): Promise<AnnouncedProgress> {
  const progress = createPartProgress();
  const redis = await connectToQueue(url, () => undefined);
  let presentWorkers: string[] = [];
  let notice: string | null = null;

  const announce = () => void events.emit('runQueue.progress', { runId, ...progress.state(presentWorkers), notice });
  async function refresh(): Promise<void> {
    if (redis.status === 'ready') presentWorkers = (await listWorkers(redis, queueName)).map(({ name }) => name);
    if (presentWorkers.length > 0 && notice?.startsWith('No worker')) notice = null;
    announce();
  }
  const timer = setInterval(() => void refresh().catch(() => undefined), PROGRESS_MS);
  return {
    begin(total) {
      progress.begin(total);
      void refresh().catch(() => undefined);
    },
    add: (event) => progress.add(event),
    notice(text) {
      notice = / is reachable again/.test(text) ? null : text;
      announce();
    },
    close() {
      clearInterval(timer);
      redis.disconnect();
      announce();
    },
  };
}
