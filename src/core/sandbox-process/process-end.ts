/** The end of a process, which happens once: a promise of the reason, and removable listeners. */
export interface ProcessEnd {
  /** Resolves with the reason. */
  readonly gone: Promise<string>;
  /** Calls the listener at the end, or at once after it. @returns a function that removes the listener */
  onGone(listener: (reason: string) => void): () => void;
  /** Reports the end. Further calls have no effect. */
  end(reason: string): void;
}

export function createProcessEnd(): ProcessEnd {
  const gone = Promise.withResolvers<string>();
  const listeners = new Set<(reason: string) => void>();
  let endReason: string | undefined;
  return {
    gone: gone.promise,
    onGone(listener) {
      if (endReason !== undefined) listener(endReason);
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end(reason) {
      if (endReason !== undefined) return;
      endReason = reason;
      gone.resolve(reason);
      for (const listener of listeners) listener(reason);
    },
  };
}
