/**
 * Warm sandbox processes, one script each at a time. The first is started with the pool.
 *
 * A script can wait for another script (pm.execution.runRequest). Each depth has its own places: scripts wait only for
 * scripts of the next depth, so that they never wait for each other in a circle.
 */
import { codedError } from '../../contract/errors.ts';
import type { Reaper } from '../processes/reaper.ts';
import { abortable } from '../platform/abortable.ts';
import type { SlotRuntime } from '../processes/find-runtime.ts';
import { startSlot, type Slot } from './slot.ts';

export interface SlotPool {
  /**
   * A ready slot, used by nobody else until it is given back. Rejects when the signal aborts first.
   * @param depth how many scripts wait for the one that it is for; default 0
   */
  take(signal?: AbortSignal, depth?: number): Promise<Slot>;
  /** @param depth that it was taken with */
  giveBack(slot: Slot, depth?: number): void;
  /** Ends every process of the pool. */
  close(): Promise<void>;
}

export interface SlotPoolOptions {
  runtime: SlotRuntime;
  /** The built file of the slot process. */
  entry: string;
  /** Scripts of one depth that may run at the same time; further ones wait. */
  size: number;
  /** Ends the processes when this one cannot. */
  reaper: Reaper;
  /** Warm processes beyond those in use, so that a killed one is replaced before it is missed. */
  spares: number;
}

export function createSlotPool(options: SlotPoolOptions): SlotPool {
  const all = new Set<Slot>();
  const idle: Slot[] = [];
  /** Those that have been ready once: their next realm is a matter of a millisecond. */
  const started = new WeakSet<Slot>();
  const levels: { inUse: number; waiting: (() => void)[] }[] = [];
  const levelOf = (depth: number) => (levels[depth] ??= { inUse: 0, waiting: [] });
  const inUse = () => levels.reduce((sum, level) => sum + level.inUse, 0);
  let closed = false;
  /** Slots serve in turns from the first script with libraries on: while one loads them again, another is there. */
  let inTurns = false;

  const start = () => {
    const slot = startSlot(options);
    all.add(slot);
    slot.ready().then(
      () => started.add(slot),
      () => undefined, // told to whoever takes it
    );
    const { pid } = slot;
    if (pid !== undefined) options.reaper.watch(pid);
    void slot.gone.then(() => {
      if (pid !== undefined) options.reaper.release(pid);
      all.delete(slot);
      const index = idle.indexOf(slot);
      if (index >= 0) idle.splice(index, 1);
    });
    return slot;
  };
  /** Those that nested scripts have needed for a while are ended, but for one. */
  const maxIdle = options.size + Math.max(1, options.spares);
  const keep = (slot: Slot) => {
    if (!slot.usable() || closed) return;
    if (idle.length >= maxIdle) return slot.kill('it is not needed any more');
    // Else the same one serves again: it is warm, and one process less takes processors from the rest.
    if (inTurns) idle.push(slot);
    else idle.unshift(slot);
  };
  const nextIdle = () => {
    const fast = idle.findIndex((slot) => slot.usable() && started.has(slot));
    const index = fast < 0 ? idle.findIndex((slot) => slot.usable()) : fast;
    return index < 0 ? undefined : idle.splice(index, 1)[0];
  };
  const warmUp = () => {
    const spares = inTurns ? Math.max(1, options.spares) : options.spares;
    while (!closed && idle.length < spares && all.size < Math.max(options.size, inUse()) + spares) idle.push(start());
  };

  async function take(signal?: AbortSignal, depth = 0): Promise<Slot> {
    signal?.throwIfAborted();
    const level = levelOf(depth);
    while (level.inUse >= options.size) await turn(level.waiting, signal);
    level.inUse += 1;
    const slot = nextIdle() ?? start();
    warmUp();
    try {
      await abortable(slot.ready(), signal);
      return slot;
    } catch (error) {
      keep(slot);
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

  idle.push(start());
  return {
    take,
    giveBack(slot, depth = 0) {
      keep(slot);
      release(depth);
      warmUp();
      // From the next script on: there may be none.
      inTurns ||= slot.usedLibraries();
    },
    async close() {
      closed = true;
      const slots = [...all];
      for (const slot of slots) slot.kill('the application ends');
      await Promise.all(slots.map((slot) => slot.gone));
    },
  };
}
