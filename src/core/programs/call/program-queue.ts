import os from 'node:os';
import pLimit from 'p-limit';

/** Four programs run at the same time for each core; the others wait for their turn (decisions page, "concurrency"). */
export function createProgramQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  return pLimit(os.availableParallelism() * 4);
}
