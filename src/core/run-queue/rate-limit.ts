/** How quickly the parts of a collection's runs are given out: the limit of BullMQ, which counts jobs of a queue. */
import type { Queue } from 'bullmq';

/**
 * The limit holds all workers and all runs of the queue together. A run without one leaves that of another run that is under way.
 * @param limit.requestsPerSecond undefined: no limit
 * @param limit.partSize requests of a part, on average
 */
export async function limitRate(
  queue: Queue,
  { requestsPerSecond, partSize }: { requestsPerSecond: number | undefined; partSize: number },
): Promise<void> {
  if (requestsPerSecond !== undefined) {
    await queue.setGlobalRateLimit(1, Math.ceil((partSize / requestsPerSecond) * 1000));
    return;
  }
  const openParts = (await queue.count()) + (await queue.getActiveCount());
  if (openParts === 0) await queue.removeGlobalRateLimit();
}
