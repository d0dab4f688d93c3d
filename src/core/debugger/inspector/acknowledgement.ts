/** Calls that do nothing, so that a debugged process sends its next message at once. */

/** Calls that do nothing, after the last message that says something. */
const MAX_IDLE_CALLS = 4;

export interface Acknowledgement {
  /** @param id of the call that a message answers; undefined for an event */
  received(id: number | undefined): void;
  /** After a call of the user: its answer is acknowledged like a message that says something. */
  renew(): void;
}

/**
 * The process sends a message only after the one before it is acknowledged. The system delays that by 40 ms unless something is
 * sent, and a step would take that long. So a call that does nothing follows each message, and also its own answer, a few times.
 * @param sendIdleCall returns the id of the call
 */
export function createAcknowledgement(sendIdleCall: () => number): Acknowledgement {
  const idleCalls = new Set<number>();
  let isScheduled = false;
  let remaining = 0;
  return {
    received(id) {
      const isIdle = id !== undefined && idleCalls.delete(id);
      if (!isIdle) remaining = MAX_IDLE_CALLS;
      if (isScheduled || remaining === 0) return;
      remaining -= 1;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        idleCalls.add(sendIdleCall());
      });
    },
    renew: () => void (remaining = MAX_IDLE_CALLS),
  };
}
