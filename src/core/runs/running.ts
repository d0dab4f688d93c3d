/** The runs under way, by id, so that they can be ended with the application. */
import { codedError } from '../../contract/errors.ts';

export interface Running {
  /** @throws InvalidParams when a run of this id is under way */
  track<T>(runId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  endAll(): Promise<void>;
}

export function createRunning(): Running {
  const runs = new Map<string, { controller: AbortController; ended: Promise<unknown> }>();
  return {
    async track(runId, signal, work) {
      if (runs.has(runId)) throw codedError('InvalidParams', `A run ${runId} is under way.`);
      const controller = new AbortController();
      const ended = work(AbortSignal.any([signal, controller.signal]));
      runs.set(runId, { controller, ended });
      try {
        return await ended;
      } finally {
        runs.delete(runId);
      }
    },
    async endAll() {
      const open = [...runs.values()];
      for (const run of open) run.controller.abort();
      await Promise.allSettled(open.map((run) => run.ended));
    },
  };
}
