/**
 * The scripts of one debugged run, each in a process of its own: attached by number, configured and paused together.
 */
import type { BreakpointState, DebugStop } from '../../contract/debugger/debugger-calls.ts';
import type { SandboxScript } from '../sandbox-process/pool/sandbox-pool.ts';
import type { SandboxProcess, StoppedTime } from '../sandbox-process/sandbox-process.ts';
import type { StopConditions, DebugThread } from './debug-thread.ts';
import { createStoppedTime } from './stopped-time.ts';

export interface DebugEvents {
  onStopped(stop: DebugStop): void;
  onResumed(thread: { runId: string; thread: number }): void;
  onBreakpoints(changed: { runId: string; breakpoints: BreakpointState[] }): void;
}

/** Where a debugged run stops, and who is informed. */
export interface DebugPlan extends StopConditions {
  /** Receives the inspector address of each process. Whoever knows the address can run code in the process. */
  onAddress?: ((address: string) => void) | undefined;
}

export interface DebuggedThreads {
  /** Attaches to a process before its script begins; it is detached when it ends. @throws DebuggerFailed */
  attach(sandboxProcess: SandboxProcess, script: SandboxScript | undefined): Promise<StoppedTime>;
  get(thread: number): DebugThread | undefined;
  /** Applies to processes that are attached later, too. */
  change(conditions: StopConditions): Promise<void>;
  pause(): Promise<void>;
}

export function createDebuggedThreads(runId: string, plan: DebugPlan, events: DebugEvents): DebuggedThreads {
  let conditions: StopConditions = plan;
  let lastThread = 0;
  const threads = new Map<number, DebugThread>();
  return {
    async attach(sandboxProcess, script) {
      const thread = (lastThread += 1);
      const address = (await sandboxProcess.inspector) ?? '';
      const stopped = createStoppedTime();
      // Lazy, because only debugged runs need a client of the inspector and a parser.
      const { attachDebugThread } = await import('./debug-thread.ts');
      const firstConditions = conditions;
      const attached = await attachDebugThread({
        address,
        script,
        conditions: firstConditions,
        onStopped(stop) {
          stopped.begin();
          events.onStopped({ ...stop, runId, thread });
        },
        onResumed() {
          stopped.end();
          events.onResumed({ runId, thread });
        },
        onBreakpoints: (breakpoints) => events.onBreakpoints({ runId, breakpoints }),
        onBroken: (reason) => sandboxProcess.kill(reason),
      });
      threads.set(thread, attached);
      plan.onAddress?.(address);
      void sandboxProcess.gone.then(() => {
        threads.delete(thread);
        attached.close();
      });
      // They may have been changed while the process was being attached.
      if (conditions !== firstConditions) await attached.change(conditions);
      return stopped;
    },
    get: (thread) => threads.get(thread),
    async change(changed) {
      conditions = changed;
      await Promise.all([...threads.values()].map((thread) => thread.change(changed)));
    },
    async pause() {
      await Promise.all([...threads.values()].map((thread) => thread.pause()));
    },
  };
}
