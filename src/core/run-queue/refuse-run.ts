/** Decides why a worker refuses the parts of a run: its environment or its files differ from those of the run. */
import type { Redis } from 'ioredis';
import { codedError } from '../../contract/errors.ts';
import type { SharedRun } from '../../contract/runs/run-parts.ts';
import { readRunFiles } from './queued-runs.ts';
import { describeDifference, type RunDigest } from './run-digest.ts';

export interface WorkerSources {
  environment: string | null;
  digestFor: (run: SharedRun) => Promise<RunDigest>;
}

/** @returns undefined when the worker can execute the parts of the run */
export async function refuseRun(
  run: SharedRun,
  { environment, digestFor }: WorkerSources,
  redis: Redis,
): Promise<Error | undefined> {
  if (run.environment !== environment) {
    return codedError(
      'InvalidParams',
      `The run has ${describeEnvironment(run.environment)}, and this worker ${describeEnvironment(environment)}.`,
      'Give both the same --env.',
    );
  }
  const localHashes = await digestFor(run).catch((error: unknown) => error as Error);
  if (localHashes instanceof Error) return localHashes;
  if (localHashes.digest === run.digest) return undefined;
  const runHashes = await readRunFiles(redis, run.id).catch(() => ({}));
  return codedError(
    'InvalidData',
    `This worker has other files than the run: ${describeDifference(localHashes.files, runHashes)}.`,
    'Give the worker the same collection, programs and data as the run, and start it again.',
  );
}

const describeEnvironment = (environment: string | null): string =>
  environment === null ? 'no environment' : `the environment ${environment}`;
