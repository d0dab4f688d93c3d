/** The open model of load: iterations start at a rate, independent of the end of earlier ones. */
import type { ArrivalCounts } from '../../contract/load/load.ts';
import { MAX_TIMER_MS } from '../../contract/runs/timer-limit.ts';

/** The number of starts that wait for an iteration to end; further ones are dropped. */
const MAX_WAITING = 1000;
/** A start that is due within this time happens now, because timers are not more precise. */
const TIMER_MS = 1;

export interface Arrivals {
  /** Starts per second from now on; 0 stops starting. */
  setRate(perSecond: number): void;
  counts(): ArrivalCounts;
  /** The number of iterations under way. */
  running(): number;
  /** Stops starting; settles when the last iteration has ended. */
  end(): Promise<void>;
}

export interface ArrivalsOptions {
  iterate: () => Promise<void>;
  spacing: 'poisson' | 'constant';
  /** Iterations that may run concurrently; further starts wait. */
  maxRunning: number;
}

export function createArrivals({ iterate, spacing, maxRunning }: ArrivalsOptions): Arrivals {
  const iterations = new Set<Promise<void>>();
  const counts = { offered: 0, started: 0, dropped: 0 };
  let rate = 0;
  let waiting = 0;
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const gapMs = () => ((spacing === 'constant' ? 1 : -Math.log(1 - Math.random())) * 1000) / rate;
  function start(): void {
    counts.started += 1;
    const iteration = iterate();
    iterations.add(iteration);
    void iteration.finally(() => {
      iterations.delete(iteration);
      if (waiting === 0 || rate === 0) return;
      waiting -= 1;
      start();
    });
  }
  function arrive(): void {
    counts.offered += 1;
    if (iterations.size < maxRunning) start();
    else if (waiting < MAX_WAITING) waiting += 1;
    else counts.dropped += 1;
  }
  /** Starts all iterations that are due, including those that a late timer has missed, to hold the rate. */
  function startDue(): void {
    const now = performance.now();
    while (rate > 0 && nextAt <= now + TIMER_MS) {
      arrive();
      nextAt += gapMs();
    }
    timer = rate > 0 ? setTimeout(startDue, Math.min(nextAt - now, MAX_TIMER_MS)) : undefined;
  }
  function setRate(perSecond: number): void {
    clearTimeout(timer);
    rate = perSecond;
    nextAt = performance.now() + (rate > 0 ? gapMs() : 0);
    startDue();
  }
  return {
    setRate,
    counts: () => ({ ...counts }),
    running: () => iterations.size,
    async end() {
      setRate(0);
      await Promise.all(iterations);
    },
  };
}
