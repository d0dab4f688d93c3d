/**
 * Slots for warm JVMs. Calls with the same key share a slot and wait for each other; a slot without calls is removed
 * after a while, or when there are too many.
 */
import type { WarmJvm } from './warm-jvm.ts';

export interface JvmPlace {
  /** Settles when the last call in the queue has ended. */
  last: Promise<void>;
  calls: number;
  jvm?: WarmJvm | undefined;
  /** The jar's size and times when the JVM was started. */
  stamp?: string;
  idle?: NodeJS.Timeout | undefined;
}

export interface JvmPlaces {
  /** Queues a call: `turn` settles when the calls before it have ended, and `release` ends this one. */
  enter(key: string): { place: JvmPlace; turn: Promise<void>; release: () => void };
  /** Ends the JVM of a slot; the slot remains for the next call. */
  retire(place: JvmPlace): Promise<void>;
  isClosed(): boolean;
  /** Ends every JVM, even during a call. */
  close(): Promise<void>;
}

/** @param options.idleMs milliseconds without a call after which a JVM is ended */
export function createJvmPlaces({ idleMs, maxIdle }: { idleMs: number; maxIdle: number }): JvmPlaces {
  /** Ordered by last use, the latest last. */
  const places = new Map<string, JvmPlace>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  function retire(place: JvmPlace): Promise<void> {
    clearTimeout(place.idle);
    const ended = place.jvm?.end() ?? Promise.resolve();
    place.jvm = undefined;
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
    return ended;
  }
  function forget(key: string, place: JvmPlace): void {
    if (place.calls > 0) return;
    if (places.get(key) === place) places.delete(key);
    void retire(place);
  }
  function keepIdle(key: string, place: JvmPlace): void {
    if (place.calls > 0) return;
    if (!place.jvm) return forget(key, place);
    place.idle = setTimeout(() => forget(key, place), idleMs).unref();
    const idle = [...places].filter(([, { calls }]) => calls === 0);
    for (const [oldestKey, oldest] of idle.slice(0, Math.max(0, idle.length - maxIdle))) forget(oldestKey, oldest);
  }

  return {
    enter(key) {
      const place = places.get(key) ?? { last: Promise.resolve(), calls: 0 };
      places.delete(key);
      places.set(key, place);
      place.calls += 1;
      clearTimeout(place.idle);
      const turn = place.last;
      const over = Promise.withResolvers<void>();
      place.last = turn.then(() => over.promise);
      const release = () => {
        over.resolve();
        place.calls -= 1;
        keepIdle(key, place);
      };
      return { place, turn, release };
    },
    retire,
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      for (const place of places.values()) void retire(place);
      places.clear();
      await Promise.all(ending);
    },
  };
}
