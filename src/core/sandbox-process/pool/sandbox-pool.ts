/**
 * A pool of warm sandbox processes, each for one script at a time. The first is started with the pool, unless it starts
 * late.
 *
 * script-turns.ts limits how many run at the same time, idle-processes.ts holds the processes that run none.
 */
import { codedError, type CodedError } from '../../../contract/errors.ts';
import type { ScriptPlace } from '../../../contract/runs/run-event.ts';
import type { Reaper } from '../../processes/ending/reaper.ts';
import { abortable } from '../../platform/abortable.ts';
import type { SandboxRuntime } from '../../processes/find-runtime.ts';
import { createIdleProcesses } from './idle-processes.ts';
import { createRunningProcesses } from './running-processes.ts';
import type { SandboxProcess } from '../sandbox-process.ts';
import { createScriptTurns } from './script-turns.ts';

/** The script for which a process is taken. */
export interface SandboxScript {
  /** Its name in stacks. */
  name: string;
  source: string;
  /** Where the script is edited; absent for a script file. */
  place?: ScriptPlace | undefined;
}
export interface SandboxUse {
  /** The number of scripts that wait for this one; default 0. */
  depth?: number;
  script?: SandboxScript;
}

export interface SandboxSource {
  /** A ready sandbox process for exclusive use until it is given back. Rejects when the signal aborts first. */
  take(signal?: AbortSignal, use?: SandboxUse): Promise<SandboxProcess>;
  /** @param depth with which it was taken */
  giveBack(sandboxProcess: SandboxProcess, depth?: number): void;
  /**
   * Lets one more script run, up to a limit, until the returned function is called: a script waits for a person or for a
   * webhook.
   */
  lendTurn: () => () => void;
  /** Ends every process that was taken from it. */
  close(): Promise<void>;
}
export interface SandboxPool extends SandboxSource {
  /**
   * A source of processes for one session: a process that has run a script of the session runs none of another one,
   * because a script may have left something behind in it.
   */
  forSession(): SandboxSource;
}

export interface SandboxPoolOptions {
  runtime: SandboxRuntime;
  /** The built file of the program in a sandbox process. */
  entry: string;
  /** Scripts of one depth that may run at the same time; further ones wait. */
  size: number;
  /** Ends the processes if this process is killed. */
  reaper: Reaper;
  /** Warm processes beyond those in use, so that a killed one can be replaced at once. */
  spares: number;
  /** The first process, if it was already started. */
  first?: SandboxProcess | undefined;
  /** Whether the first process is started with the first script, and not with the pool. */
  startsLate?: boolean | undefined;
}

export function createSandboxPool(options: SandboxPoolOptions): SandboxPool {
  const turns = createScriptTurns(options.size);
  // Idle processes beyond this number, which nested scripts have needed, are ended.
  const idle = createIdleProcesses(options.size + Math.max(1, options.spares));
  const processes = createRunningProcesses({ ...options, onStart: idle.watch });
  let closed = false;
  // True once a script has used libraries: then processes take turns, so that one is ready while another reloads them.
  let inTurns = false;
  const release = (sandboxProcess: SandboxProcess, depth: number) => {
    // Without rotation the latest process is used again, because its caches are warm.
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
    // Only from the next script on: there may be none.
    inTurns ||= sandboxProcess.usedLibraries();
  };
  const forSession = (): SandboxSource => {
    const session = {};
    return {
      take: (signal, use) => take(session, signal, use),
      giveBack,
      lendTurn: turns.lend,
      close: () => processes.end('its session was closed', (started) => idle.sessionOf(started) === session),
    };
  };

  if (!options.startsLate) idle.add(processes.start(options.first));
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
