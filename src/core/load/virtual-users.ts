/** The closed model of load: users who each run one iteration after the other. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

export interface VirtualUsers {
  /** Starts users, or ends the latest ones after their current iteration. */
  setCount(count: number): void;
  /** The number of users in an iteration or pause, including those that are ending. */
  running(): number;
  /** Ends all users, each after its current iteration; settles when the last one has ended. */
  end(): Promise<void>;
}

/** @param thinkMs milliseconds that a user pauses between two iterations */
export function createVirtualUsers(iterate: () => Promise<void>, thinkMs = 0): VirtualUsers {
  const controllers: AbortController[] = [];
  const loops = new Set<Promise<void>>();

  async function loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await iterate();
      // An iteration that never waits must not starve the event loop.
      await nextTurn();
      if (thinkMs > 0) await wait(thinkMs, undefined, { signal }).catch(() => undefined);
    }
  }
  function setCount(count: number): void {
    while (controllers.length > count) controllers.pop()?.abort();
    while (controllers.length < count) {
      const controller = new AbortController();
      controllers.push(controller);
      const running = loop(controller.signal);
      loops.add(running);
      void running.finally(() => loops.delete(running));
    }
  }
  return {
    setCount,
    running: () => loops.size,
    async end() {
      setCount(0);
      await Promise.all(loops);
    },
  };
}
