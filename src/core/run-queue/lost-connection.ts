/** Notices that the queue's server no longer answers, so that ending a run does not wait for it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** Milliseconds within which a server answers that is not hung. */
const ANSWER_MS = 3000;
const LOOK_MS = 500;

/**
 * Waits for `work`, but not for a server that is gone or silent once `ended` has aborted: calls of the client wait until
 * it comes back.
 * @returns 'lost' when the server does not answer; `work` itself then goes on until the connection is closed
 */
export async function unlessLost<T>(work: Promise<T>, redis: Redis, ended: AbortSignal): Promise<T | 'lost'> {
  const done = new AbortController();
  // It may fail after nobody waits for it any more, when the connection is closed.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, lostAfter(redis, ended, done.signal)]);
  } finally {
    done.abort();
  }
}

async function lostAfter(redis: Redis, ended: AbortSignal, done: AbortSignal): Promise<'lost'> {
  if (!ended.aborted) {
    await new Promise<void>((resolve) =>
      ended.addEventListener('abort', () => resolve(), { once: true, signal: done }),
    );
  }
  while (!done.aborted) {
    if (redis.status !== 'ready' || !(await answers(redis, done))) return 'lost';
    await wait(LOOK_MS, undefined, { signal: done }).catch(() => undefined);
  }
  return 'lost';
}

async function answers(redis: Redis, done: AbortSignal): Promise<boolean> {
  const tooLate = wait(ANSWER_MS, false, { signal: done }).catch(() => false);
  const answer = redis.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, tooLate]);
}
