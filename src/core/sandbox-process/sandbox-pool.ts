/**
 * Warm sandbox processes, one script each at a time. The first is started with the pool.
 *
 * script-turns.ts limits how many run at the same time, idle-processes.ts holds the processes that run none.
 */
import { codedError, type CodedError } from '../../contract/errors.ts';
import type { ScriptPlace } from '../../contract/runs/run-event.ts';
import type { Reaper } from '../processes/ending/reaper.ts';
import { abortable } from '../platform/abortable.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import { createIdleProcesses } from './idle-processes.ts';
import { createRunningProcesses } from './running-processes.ts';
import type { SandboxProcess } from './sandbox-process.ts';
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
  /** The first process, where it was started already. */
  first?: SandboxProcess | undefined;
}

export function createSandboxPool(options: SandboxPoolOptions): SandboxPool {
  const turns = createScriptTurns(options.size);
  // Further idle processes, which nested scripts have needed, are ended.
  const idle = createIdleProcesses(options.size + Math.max(1, options.spares));
  const processes = createRunningProcesses({ ...options, onStart: idle.watch });
  let closed = false;
  /** Sandboxes serve in turns from the first script with libraries on: while one loads them again, another is there. */
  let inTurns = false;

  const release = (sandboxProcess: SandboxProcess, depth: number) => {
    // Without turns the latest process serves again: its caches are warm, and fewer compete for the processors.
    if (!closed) idle.putBack(sandboxProcess, inTurns ? 'last' : 'first');
    turns.leave(depth);
  };
  const warmUp = () => {
    const spares = inTurns ? Math.max(1, options.spares) : options.spares;
    while (!closed && idle.size() < spares && processes.size() < Math.max(options.size, turns.inUse()) + spares)
      idle.add(processes.start());
  };

  async function take(session: object, signal?: AbortSignal, { depth = 0 }: SandboxUse = {}): Promise<SandboxProcess> {
    signal?.throwIfAborted();
    while (!turns.tryEnter(depth)) await turns.nextFree(depth, signal);
    const sandboxProcess = idle.take(session) ?? processes.start();
    idle.assign(sandboxProcess, session);
    warmUp();
    try {
      if (!sandboxProcess.isReady()) await abortable(sandboxProcess.ready(), signal);
      return sandboxProcess;
    } catch (error) {
      release(sandboxProcess, depth);
      if (signal?.aborted) throw error;
      throw sandboxUnavailable((error as Error).message);
    }
  }
  const giveBack = (sandboxProcess: SandboxProcess, depth = 0) => {
    release(sandboxProcess, depth);
    warmUp();
    // From the next script on: there may be none.
    inTurns ||= sandboxProcess.usedLibraries();
  };
  const forSession = (): SandboxSource => {
    const session = {};
    return {
      take: (signal, use) => take(session, signal, use),
      giveBack,
      close: () => processes.end('its session was closed', (started) => idle.sessionOf(started) === session),
    };
  };

  idle.add(processes.start(options.first));
  return {
    ...forSession(),
    forSession,
    close() {
      closed = true;
      return processes.end('the application ends');
    },
  };
}

const sandboxUnavailable = (reason: string): CodedError =>
  codedError('SandboxUnavailable', `The sandbox for scripts does not start: ${reason}.`);
