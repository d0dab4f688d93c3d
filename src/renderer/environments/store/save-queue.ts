/** Writes to the host, one after the other, and the write that follows a moment after what is typed. */
const SAVE_DELAY_MS = 400;

export interface SaveQueue {
  /** Calls `save` when nothing more is scheduled for a moment. */
  schedule(save: () => void): void;
  cancelScheduled(): void;
  /** Starts the write when those before it have ended, failed or not. @returns settles as the write does */
  enqueue(write: () => Promise<void>): Promise<void>;
  /** Settles when what was enqueued until now has ended. */
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
