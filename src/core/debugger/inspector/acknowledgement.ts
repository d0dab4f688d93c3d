/** Limit of idle calls in a row: their replies are messages too, and would cause further idle calls forever. */
const MAX_IDLE_CALLS = 4;

export interface Acknowledgement {
  /** @param id of the call that a message answers; undefined for an event */
  received(id: number | undefined): void;
  /** Called after a call of the user: its answer is acknowledged as well. */
  renew(): void;
}

/**
 * Sends idle calls, so that a debugged process sends its next message at once.
 *
 * The process sends a message only after TCP has acknowledged the one before it, and the system delays acknowledgements
 * by 40 ms unless it has data to send: each debugger step would take that long. So an idle call follows each message,
 * and also its own answer, a few times.
 * @param sendIdleCall sends a call that does nothing and returns its id
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
