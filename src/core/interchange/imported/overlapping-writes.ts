/**
 * Writes several files at the same time: each write waits for the disk, which flushes eight files in hardly more time
 * than one.
 */

const WRITES_AT_ONCE = 8;

export interface OverlappingWrites {
  /** Starts a write, once few enough are under way. @throws the error of an earlier write */
  start(write: () => Promise<void>): Promise<void>;
  /** Waits for all writes. @throws the first error */
  end(): Promise<void>;
}

export function createOverlappingWrites(): OverlappingWrites {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  function throwFailure(): void {
    if (failure) throw failure.error;
  }
  return {
    async start(write) {
      while (running.size >= WRITES_AT_ONCE) await Promise.race(running);
      throwFailure();
      const writing = write()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => running.delete(writing));
      running.add(writing);
    },
    async end() {
      await Promise.all(running);
      throwFailure();
    },
  };
}
