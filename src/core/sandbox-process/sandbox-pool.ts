/**
 * Warm sandbox processes, one script each at a time. The first is started with the pool.
 *
 * script-turns.ts limits how many run at the same time, idle-processes.ts holds the processes that run none.
 */
import { codedError } from '../../contract/errors.ts';
import type { ScriptPlace } from '../../contract/run-event.ts';
import type { Reaper } from '../processes/reaper.ts';
import { abortable } from '../platform/abortable.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import { createIdleProcesses } from './idle-processes.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { createScriptTurns } from './script-turns.ts';

/** The script for which a process is taken. */
export interface SandboxScript {
  /** As stacks name it. */
  name: string;
  lines: number;
  /** Where it is edited; left out for a file. */
  place?: ScriptPlace | undefined;
}
export interface SandboxUse {
  /** How many scripts wait for this one; default 0. */
  depth?: number;
  script?: SandboxScript;
}

export interface SandboxSource {
  /** A ready sandbox process, used by nobody else until it is given back. Rejects when the signal aborts first. */
  take(signal?: AbortSignal, use?: SandboxUse): Promise<SandboxProcess>;
  /** @param depth that it was taken with */
  giveBack(sandboxProcess: SandboxProcess, depth?: number): void;
  /** Ends every process that was taken from it. */
  close(): Promise<void>;
}
export interface SandboxPool extends SandboxSource {
  /**
   * The processes of one session: one that has run a script of it runs none of another session, whatever a script may
   * have left behind in it.
   */
  forSession(): SandboxSource;
}

export interface SandboxPoolOptions {
  runtime: SandboxRuntime;
  /** The built file of the program that runs in a sandbox process. */
  entry: string;
  /** Scripts of one depth that may run at the same time; further ones wait. */
  size: number;
  /** Ends the processes when this one cannot. */
  reaper: Reaper;
  /** Warm processes beyond those in use, so that a killed one is replaced before it is missed. */
  spares: number;
}

export function createSandboxPool(options: SandboxPoolOptions): SandboxPool {
  const all = new Set<SandboxProcess>();
  const turns = createScriptTurns(options.size);
  // Further idle processes, which nested scripts have needed, are ended.
  const idle = createIdleProcesses(options.size + Math.max(1, options.spares));
  let closed = false;
  /** Sandboxes serve in turns from the first script with libraries on: while one loads them again, another is there. */
  let inTurns = false;

  const start = () => {
    const sandboxProcess = startSandboxProcess(options);
    all.add(sandboxProcess);
    idle.watch(sandboxProcess);
    const { pid } = sandboxProcess;
    if (pid !== undefined) options.reaper.watch(pid);
    void sandboxProcess.gone.then(() => {
      if (pid !== undefined) options.reaper.release(pid);
      all.delete(sandboxProcess);
    });
    return sandboxProcess;
  };
  const putBack = (sandboxProcess: SandboxProcess) => {
    // Without turns the latest process serves again: its caches are warm, and fewer compete for the processors.
    if (!closed) idle.putBack(sandboxProcess, inTurns ? 'last' : 'first');
  };
  const warmUp = () => {
    const spares = inTurns ? Math.max(1, options.spares) : options.spares;
    while (!closed && idle.size() < spares && all.size < Math.max(options.size, turns.inUse()) + spares)
      idle.add(start());
  };

  async function take(session: object, signal?: AbortSignal, { depth = 0 }: SandboxUse = {}): Promise<SandboxProcess> {
    signal?.throwIfAborted();
    while (!turns.tryEnter(depth)) await turns.nextFree(depth, signal);
    const sandboxProcess = idle.take(session) ?? start();
    idle.assign(sandboxProcess, session);
    warmUp();
    try {
      await abortable(sandboxProcess.ready(), signal);
      return sandboxProcess;
    } catch (error) {
      putBack(sandboxProcess);
      turns.leave(depth);
      if (signal?.aborted) throw error;
      const reason = (error as Error).message;
      throw codedError('SandboxUnavailable', `The sandbox for scripts does not start: ${reason}.`);
    }
  }
  const giveBack = (sandboxProcess: SandboxProcess, depth = 0) => {
    putBack(sandboxProcess);
    turns.leave(depth);
    warmUp();
    // From the next script on: there may be none.
    inTurns ||= sandboxProcess.usedLibraries();
  };
  const forSession = (): SandboxSource => {
    const session = {};
    const ofSession = () => [...all].filter((sandboxProcess) => idle.sessionOf(sandboxProcess) === session);
    return {
      take: (signal, use) => take(session, signal, use),
      giveBack,
      close: () => endProcesses(ofSession(), 'its session was closed'),
    };
  };

  idle.add(start());
  return {
    ...forSession(),
    forSession,
    close() {
      closed = true;
      return endProcesses([...all], 'the application ends');
    },
  };
}

/** Settles when all of them are gone. */
async function endProcesses(processes: SandboxProcess[], reason: string): Promise<void> {
  for (const sandboxProcess of processes) sandboxProcess.kill(reason);
  await Promise.all(processes.map((sandboxProcess) => sandboxProcess.gone));
}
