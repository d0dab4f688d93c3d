/**
 * Limits how fast the parts of a collection's runs are given out, by BullMQ's rate limit, which counts jobs of a queue.
 */
import type { Queue } from 'bullmq';

/**
 * The limit applies to all workers and all runs of the queue together. A run without a limit does not remove that of
 * another run under way.
 * @param limit.requestsPerSecond undefined: no limit
 * @param limit.partSize average number of requests in a part
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
