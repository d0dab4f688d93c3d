import os from 'node:os';
import pLimit from 'p-limit';

/**
 * Runs at most four programs for each core at the same time; others wait for their turn (external-programs-decisions,
 * "concurrency").
 */
export function createProgramQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  return pLimit(os.availableParallelism() * 4);
}
