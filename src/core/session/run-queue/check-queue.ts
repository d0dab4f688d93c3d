/**
 * Checks whether a queue can be used for a collection: its workers, their differences from this computer, its
 * unfinished runs.
 */
import type { Redis } from 'ioredis';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { QueueWorker } from '../../../contract/runs/run-queue-calls.ts';
import { abortable } from '../../platform/abortable.ts';
import { hashOfAll } from '../../programs/trust/hash-sources.ts';
import { connectToQueue, queueNameOf } from '../../run-queue/queue-server.ts';
import { listUnfinishedRuns } from '../../run-queue/queued-runs.ts';
import { describeDifference } from '../../run-queue/run-digest.ts';
import { listWorkers, type PresentWorker } from '../../run-queue/worker-presence.ts';

const ANSWER_MS = 20_000;

/** The values in which workers and this computer are compared. */
interface RunSource {
  /** Hashes of the files that a run depends on, by path. */
  files: Readonly<Record<string, string>>;
  environment: string | null;
}
type QueueCheck = Awaited<ReturnType<HostApi['runQueue.check']>>;

/** @returns a result with `problem` when the queue cannot be used */
export async function checkQueue({
  url,
  collectionName,
  files,
  environment,
  signal,
  answerMs = ANSWER_MS,
}: {
  url: () => Promise<string>;
  collectionName: () => Promise<string>;
  files: () => Promise<RunSource['files']>;
  environment: string | null;
  signal?: AbortSignal;
  /** Milliseconds within which the server has to have answered all questions. */
  answerMs?: number;
}): Promise<QueueCheck> {
  const warnings: string[] = [];
  let redis: Awaited<ReturnType<typeof connectToQueue>> | undefined;
  try {
    redis = await connectToQueue(await url(), (text) => warnings.push(text), { signal });
    const name = await collectionName();
    const source = { files: await files(), environment };
    const tooLate = AbortSignal.timeout(answerMs);
    const ended = signal ? AbortSignal.any([signal, tooLate]) : tooLate;
    const queue = await abortable(readQueue(redis, name), ended).catch((error: unknown) => {
      if (!tooLate.aborted) throw error;
    });
    if (!queue) throw codedError('QueueUnreachable', `The queue has not answered within ${answerMs / 1000} s.`);
    const workers = queue.workers.map((worker) => compareWorker(worker, source));
    return { problem: null, warnings, workers, unfinished: queue.unfinished };
  } catch (error) {
    const { message, remedy } = toFailure(error);
    return { problem: { message, remedy }, warnings, workers: [], unfinished: [] };
  } finally {
    redis?.disconnect();
  }
}

const readQueue = async (redis: Redis, collectionName: string) => ({
  workers: await listWorkers(redis, queueNameOf(collectionName)),
  unfinished: await listUnfinishedRuns(redis, collectionName),
});

function compareWorker({ name, concurrency, environment, files }: PresentWorker, source: RunSource): QueueWorker {
  const worker = { name, concurrency, environment };
  if (environment !== source.environment) {
    const environmentText = environment === null ? 'no environment' : `the environment ${environment}`;
    return { ...worker, difference: `it has ${environmentText}` };
  }
  const isSame = hashOfAll(files) === hashOfAll(source.files);
  return { ...worker, difference: isSame ? null : describeDifference(files, source.files) };
}
