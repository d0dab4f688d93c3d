/** The debugged runs of one session: prepared runs, their processes, and the calls that address them. */
import { codedError } from '../../contract/errors.ts';
import type { SandboxSource } from '../sandbox-process/pool/sandbox-pool.ts';
import type { StopConditions, DebugThread } from './debug-thread.ts';
import { createDebuggedProcesses, type DebuggedProcessOptions } from './debugged-processes.ts';
import { createDebuggedThreads, type DebugEvents, type DebuggedThreads, type DebugPlan } from './debugged-threads.ts';

/** Runs that are prepared and not yet started. */
const MAX_PREPARED = 20;

export interface DebuggedRun {
  sandboxes: SandboxSource;
  /** Ends the run's processes; the run is no longer debugged. */
  end(): Promise<void>;
}
export interface DebuggedRuns {
  prepare(runId: string, plan: DebugPlan): void;
  /** Marks the run as begun; undefined when it was not prepared. */
  begin(runId: string): DebuggedRun | undefined;
  /** @throws InvalidParams when the run is not debugged */
  change(runId: string, conditions: StopConditions): Promise<void>;
  pause(runId: string): Promise<void>;
  /** @throws InvalidParams when there is no such thread */
  thread(runId: string, number: number): DebugThread;
}

export interface DebuggedRunsOptions extends DebuggedProcessOptions {
  events: DebugEvents;
}

export function createDebuggedRuns(options: DebuggedRunsOptions): DebuggedRuns {
  const preparedPlans = new Map<string, DebugPlan>();
  const runs = new Map<string, DebuggedThreads>();

  function requireRun(runId: string): DebuggedThreads {
    const run = runs.get(runId);
    if (run) return run;
    throw codedError(
      'InvalidParams',
      `The run ${runId} is not debugged.`,
      'Call debugger.prepare before it is started.',
    );
  }

  return {
    prepare(runId, plan) {
      preparedPlans.delete(runId);
      preparedPlans.set(runId, plan);
      const [oldest] = preparedPlans.keys();
      if (preparedPlans.size > MAX_PREPARED && oldest !== undefined) preparedPlans.delete(oldest);
    },
    begin(runId) {
      const plan = preparedPlans.get(runId);
      if (!plan) return undefined;
      preparedPlans.delete(runId);
      const threads = createDebuggedThreads(runId, plan, options.events);
      runs.set(runId, threads);
      const sandboxes = createDebuggedProcesses(options, threads);
      return {
        sandboxes,
        async end() {
          runs.delete(runId);
          await sandboxes.close();
        },
      };
    },
    change: async (runId, conditions) => requireRun(runId).change(conditions),
    pause: async (runId) => requireRun(runId).pause(),
    thread(runId, number) {
      const thread = requireRun(runId).get(number);
      if (thread) return thread;
      throw codedError('InvalidParams', `The run ${runId} has no script ${number} that is debugged.`);
    },
  };
}
