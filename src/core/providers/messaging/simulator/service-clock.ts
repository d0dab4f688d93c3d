/** The clock of the simulated service, which runs faster than that of this computer. */
export interface ServiceClock {
  /** This computer's time when the given milliseconds of the service have passed, in milliseconds since 1970. */
  in(ms: number): number;
  /** Aborts after this many milliseconds of the service. */
  timeout(ms: number): AbortSignal;
  /** Calls a function after this many milliseconds of the service, unless the clock is closed before. */
  after(ms: number, work: () => void): void;
  close(): void;
}

export function createServiceClock(speed: number): ServiceClock {
  const timers = new Set<NodeJS.Timeout>();
  return {
    in: (ms) => Date.now() + ms / speed,
    timeout: (ms) => AbortSignal.timeout(Math.ceil(ms / speed)),
    after(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms / speed);
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
