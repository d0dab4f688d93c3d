/** The runs under way, by id, so that they can be ended with the application. */
import { codedError } from '../../contract/errors.ts';

export interface Running {
  /** @throws InvalidParams when a run of this id is under way */
  track<T>(runId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** No effect when no run of this id is under way. */
  stop(runId: string): void;
  endAll(): Promise<void>;
}

export function createRunning(): Running {
  const runs = new Map<string, { controller: AbortController; ended: Promise<unknown> }>();
  return {
    async track(runId, signal, work) {
      if (runs.has(runId)) throw codedError('InvalidParams', `A run ${runId} is under way.`);
      const controller = new AbortController();
      // A signal of AbortSignal.any looks at all its sources whenever it is read, and each script of a run reads it often.
      const abort = () => controller.abort(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        const result = work(controller.signal);
        runs.set(runId, { controller, ended: result });
        return await result;
      } finally {
        signal.removeEventListener('abort', abort);
        runs.delete(runId);
      }
    },
    stop: (runId) => runs.get(runId)?.controller.abort(),
    async endAll() {
      const open = [...runs.values()];
      for (const run of open) run.controller.abort();
      await Promise.allSettled(open.map((run) => run.ended));
    },
  };
}
