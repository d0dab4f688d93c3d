/** The runs of one session that are debugged: which are prepared, their processes, and what is asked of them. */
import { codedError } from '../../contract/errors.ts';
import type { DebugStop, BreakpointState } from '../../contract/debugger-calls.ts';
import { abortable } from '../platform/abortable.ts';
import type { Reaper } from '../processes/reaper.ts';
import type { SandboxScript, SandboxSource, SandboxUse } from '../sandbox-process/sandbox-pool.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
  type SandboxProcessOptions,
  type StoppedTime,
} from '../sandbox-process/sandbox-process.ts';
import type { DebugSettings, DebugThread } from './debug-thread.ts';
import { createStoppedTime } from './stopped-time.ts';

/** Runs that are prepared and not yet started. */
const MAX_PREPARED = 20;

export interface DebugEvents {
  onStopped(stop: DebugStop): void;
  onResumed(thread: { runId: string; thread: number }): void;
  onBreakpoints(changed: { runId: string; breakpoints: BreakpointState[] }): void;
}
export interface DebuggedRun {
  sandboxes: SandboxSource;
  /** Ends its processes; the run is not debugged any more. */
  end(): Promise<void>;
}
/** How a run is debugged. */
export interface DebugPlan extends DebugSettings {
  /** Gets the address of the inspector of each process: whoever knows it can run code there. */
  onAddress?: ((address: string) => void) | undefined;
}
export interface Debugging {
  prepare(runId: string, plan: DebugPlan): void;
  /** The run begins: undefined when it was not prepared. */
  begin(runId: string): DebuggedRun | undefined;
  /** @throws InvalidParams when the run is not debugged */
  change(runId: string, settings: DebugSettings): Promise<void>;
  pause(runId: string): Promise<void>;
  /** @throws InvalidParams when there is no such thread */
  thread(runId: string, number: number): DebugThread;
}

interface DebuggedState {
  settings: DebugSettings;
  threads: Map<number, DebugThread>;
}

export interface DebuggingOptions extends Pick<SandboxProcessOptions, 'runtime' | 'entry'> {
  /** Ends the processes when this one cannot. */
  reaper: Reaper;
  events: DebugEvents;
}

export function createDebugging(options: DebuggingOptions): Debugging {
  const { runtime, entry, reaper, events } = options;
  const prepared = new Map<string, DebugPlan>();
  const runs = new Map<string, DebuggedState>();

  function requireRun(runId: string): DebuggedState {
    const run = runs.get(runId);
    if (run) return run;
    throw codedError(
      'InvalidParams',
      `The run ${runId} is not debugged.`,
      'Call debugger.prepare before it is started.',
    );
  }

  function begin(runId: string): DebuggedRun | undefined {
    const plan = prepared.get(runId);
    if (!plan) return undefined;
    prepared.delete(runId);
    const { onAddress } = plan;
    const state: DebuggedState = { settings: plan, threads: new Map() };
    runs.set(runId, state);
    const sandboxes = new Set<SandboxProcess>();
    let lastThread = 0;

    async function attach(sandboxProcess: SandboxProcess, script?: SandboxScript): Promise<StoppedTime> {
      const thread = (lastThread += 1);
      const address = (await sandboxProcess.inspector) ?? '';
      const stopped = createStoppedTime();
      // Lazy: a client of the inspector and a parser, for the runs that are debugged.
      const { attachDebugThread } = await import('./debug-thread.ts');
      const attached = await attachDebugThread({
        address,
        script,
        settings: state.settings,
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
      state.threads.set(thread, attached);
      onAddress?.(address);
      void sandboxProcess.gone.then(() => {
        state.threads.delete(thread);
        attached.close();
      });
      return stopped;
    }
    async function take(signal?: AbortSignal, use: SandboxUse = {}): Promise<SandboxProcess> {
      signal?.throwIfAborted();
      const sandboxProcess = startSandboxProcess({ runtime, entry, debugged: true });
      sandboxes.add(sandboxProcess);
      const { pid } = sandboxProcess;
      if (pid !== undefined) reaper.watch(pid);
      void sandboxProcess.gone.then(() => {
        sandboxes.delete(sandboxProcess);
        if (pid !== undefined) reaper.release(pid);
      });
      try {
        await abortable(sandboxProcess.ready(), signal);
        return { ...sandboxProcess, stopped: await abortable(attach(sandboxProcess, use.script), signal) };
      } catch (error) {
        sandboxProcess.kill('it could not be debugged');
        if (signal?.aborted) throw error;
        throw codedError('SandboxUnavailable', `The script cannot be debugged: ${(error as Error).message}`);
      }
    }
    const close = async (): Promise<void> => {
      const open = [...sandboxes];
      for (const sandboxProcess of open) sandboxProcess.kill('its run has ended');
      await Promise.all(open.map(({ gone }) => gone));
    };
    return {
      // Each serves one script: whoever has stopped it may have changed anything in it.
      sandboxes: { take, giveBack: (sandboxProcess) => sandboxProcess.kill('its script has ended'), close },
      async end() {
        runs.delete(runId);
        await close();
      },
    };
  }

  return {
    prepare(runId, plan) {
      prepared.delete(runId);
      prepared.set(runId, plan);
      const [oldest] = prepared.keys();
      if (prepared.size > MAX_PREPARED && oldest !== undefined) prepared.delete(oldest);
    },
    begin,
    async change(runId, settings) {
      const run = requireRun(runId);
      run.settings = settings;
      await Promise.all([...run.threads.values()].map((thread) => thread.change(settings)));
    },
    async pause(runId) {
      await Promise.all([...requireRun(runId).threads.values()].map((thread) => thread.pause()));
    },
    thread(runId, number) {
      const thread = requireRun(runId).threads.get(number);
      if (thread) return thread;
      throw codedError('InvalidParams', `The run ${runId} has no script ${number} that is debugged.`);
    },
  };
}
