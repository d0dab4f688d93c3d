/**
 * Warm sandbox processes, one script each at a time. The first is started with the pool.
 *
 * A script can wait for another script (pm.execution.runRequest). Each depth has its own places: scripts wait only for
 * scripts of the next depth, so that they never wait for each other in a circle.
 */
import { codedError } from '../../contract/errors.ts';
import type { ScriptPlace } from '../../contract/run-event.ts';
import type { Reaper } from '../processes/reaper.ts';
import { abortable } from '../platform/abortable.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

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
  /** Ends every process that it has given. */
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
  /** The built file of the sandbox process process. */
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
  const idle: SandboxProcess[] = [];
  /** Which session a process has run scripts of; a process without one is anybody's. */
  const sessions = new WeakMap<SandboxProcess, object>();
  /** Processes that have been ready once: their next realm takes about a millisecond. */
  const started = new WeakSet<SandboxProcess>();
  const levels: { inUse: number; waiting: (() => void)[] }[] = [];
  const levelOf = (depth: number) => (levels[depth] ??= { inUse: 0, waiting: [] });
  const inUse = () => levels.reduce((sum, level) => sum + level.inUse, 0);
  let closed = false;
  /** Sandboxes serve in turns from the first script with libraries on: while one loads them again, another is there. */
  let inTurns = false;

  const start = () => {
    const sandboxProcess = startSandboxProcess(options);
    all.add(sandboxProcess);
    sandboxProcess.ready().then(
      () => started.add(sandboxProcess),
      () => undefined, // told to whoever takes it
    );
    const { pid } = sandboxProcess;
    if (pid !== undefined) options.reaper.watch(pid);
    void sandboxProcess.gone.then(() => {
      if (pid !== undefined) options.reaper.release(pid);
      all.delete(sandboxProcess);
      const index = idle.indexOf(sandboxProcess);
      if (index >= 0) idle.splice(index, 1);
    });
    return sandboxProcess;
  };
  /** Further idle processes, which nested scripts have needed, are ended. */
  const maxIdle = options.size + Math.max(1, options.spares);
  const keep = (sandboxProcess: SandboxProcess) => {
    if (!sandboxProcess.usable() || closed) return;
    if (idle.length >= maxIdle) return sandboxProcess.kill('it is not needed any more');
    // Otherwise the latest process serves again: its caches are warm, and fewer processes compete for the processors.
    if (inTurns) idle.push(sandboxProcess);
    else idle.unshift(sandboxProcess);
  };
  const nextIdle = (session: object) => {
    const fits = (sandboxProcess: SandboxProcess) =>
      sandboxProcess.usable() && (sessions.get(sandboxProcess) ?? session) === session;
    const fast = idle.findIndex((sandboxProcess) => fits(sandboxProcess) && started.has(sandboxProcess));
    const index = fast < 0 ? idle.findIndex(fits) : fast;
    return index < 0 ? undefined : idle.splice(index, 1)[0];
  };
  const warmUp = () => {
    const spares = inTurns ? Math.max(1, options.spares) : options.spares;
    while (!closed && idle.length < spares && all.size < Math.max(options.size, inUse()) + spares) idle.push(start());
  };

  async function take(session: object, signal?: AbortSignal, { depth = 0 }: SandboxUse = {}): Promise<SandboxProcess> {
    signal?.throwIfAborted();
    const level = levelOf(depth);
    while (level.inUse >= options.size) await turn(level.waiting, signal);
    level.inUse += 1;
    const sandboxProcess = nextIdle(session) ?? start();
    sessions.set(sandboxProcess, session);
    warmUp();
    try {
      await abortable(sandboxProcess.ready(), signal);
      return sandboxProcess;
    } catch (error) {
      keep(sandboxProcess);
      release(depth);
      if (signal?.aborted) throw error;
      const reason = (error as Error).message;
      throw codedError('SandboxUnavailable', `The sandbox for scripts does not start: ${reason}.`);
    }
  }
  async function turn(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    try {
      await abortable(promise, signal);
    } catch (error) {
      const index = waiting.indexOf(resolve);
      if (index >= 0) waiting.splice(index, 1);
      else waiting.shift()?.(); // its turn had come: the next one takes it
      throw error;
    }
  }
  function release(depth: number): void {
    const level = levelOf(depth);
    level.inUse -= 1;
    level.waiting.shift()?.();
  }

  async function end(sandboxes: SandboxProcess[], reason: string): Promise<void> {
    for (const sandboxProcess of sandboxes) sandboxProcess.kill(reason);
    await Promise.all(sandboxes.map((sandboxProcess) => sandboxProcess.gone));
  }
  const giveBack = (sandboxProcess: SandboxProcess, depth = 0) => {
    keep(sandboxProcess);
    release(depth);
    warmUp();
    // From the next script on: there may be none.
    inTurns ||= sandboxProcess.usedLibraries();
  };
  const forSession = (): SandboxSource => {
    const session = {};
    return {
      take: (signal, use) => take(session, signal, use),
      giveBack,
      close: () =>
        end(
          [...all].filter((sandboxProcess) => sessions.get(sandboxProcess) === session),
          'its session was closed',
        ),
    };
  };

  idle.push(start());
  return {
    ...forSession(),
    forSession,
    close() {
      closed = true;
      return end([...all], 'the application ends');
    },
  };
}
