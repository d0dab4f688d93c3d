/** Sequential writes to the host, and the delayed write after edits. */
const SAVE_DELAY_MS = 400;

export interface SaveQueue {
  /** Calls `save` when nothing more is scheduled for a moment. */
  schedule(save: () => void): void;
  cancelScheduled(): void;
  /** Starts the write after the earlier ones have ended, even if these failed. @returns settles like the write */
  enqueue(write: () => Promise<void>): Promise<void>;
  /** Settles when all enqueued writes have ended. */
  idle(): Promise<void>;
}

export function createSaveQueue(): SaveQueue {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<void> = Promise.resolve();
  return {
    schedule(save) {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    },
    cancelScheduled: () => clearTimeout(timer),
    enqueue(write) {
      const writing = last.then(write);
      last = writing.catch(() => undefined);
      return writing;
    },
    idle: () => last,
  };
}
