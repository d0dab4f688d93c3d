/**
 * Limits how many scripts run at the same time, separately for each depth. A script that waits for another one
 * (pm.execution.runRequest) keeps its turn, so separate limits ensure that scripts of different depths cannot deadlock.
 * While a script waits for a person or for a webhook, one more may run at each depth, so that others continue.
 */
import { abortable } from '../../platform/abortable.ts';

/** Additional turns at the same time, whatever number of scripts waits: each is a further process. */
const MAX_LENT = 4;

export interface ScriptTurns {
  /** Takes a turn if one is free; each has to be ended with `leave`. */
  tryEnter(depth: number): boolean;
  /** Settles when a turn may be free, for another attempt. Rejects when the signal aborts first. */
  nextFree(depth: number, signal?: AbortSignal): Promise<void>;
  leave(depth: number): void;
  /** Allows one more turn, up to a limit, until the returned function is called. */
  lend(): () => void;
  /** The number of turns in use, at all depths. */
  inUse(): number;
}

interface Level {
  inUse: number;
  waiting: (() => void)[];
}

/** @param size scripts of one depth that may run at the same time */
export function createScriptTurns(size: number): ScriptTurns {
  const levels: Level[] = [];
  const levelOf = (depth: number) => (levels[depth] ??= { inUse: 0, waiting: [] });
  let lent = 0;
  const isFree = (level: Level) => level.inUse < size + Math.min(lent, MAX_LENT);
  return {
    tryEnter(depth) {
      const level = levelOf(depth);
      if (!isFree(level)) return false;
      level.inUse += 1;
      return true;
    },
    async nextFree(depth, signal) {
      const { waiting } = levelOf(depth);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      try {
        await abortable(promise, signal);
      } catch (error) {
        const index = waiting.indexOf(resolve);
        if (index >= 0) waiting.splice(index, 1);
        // The free turn was announced to this waiter, which no longer needs it, so it is announced to the next one.
        else waiting.shift()?.();
        throw error;
      }
    },
    leave(depth) {
      const level = levelOf(depth);
      level.inUse -= 1;
      if (isFree(level)) level.waiting.shift()?.();
    },
    lend() {
      lent += 1;
      for (const level of levels) if (isFree(level)) level.waiting.shift()?.();
      return () => void (lent -= 1);
    },
    inUse: () => levels.reduce((sum, level) => sum + level.inUse, 0),
  };
}
