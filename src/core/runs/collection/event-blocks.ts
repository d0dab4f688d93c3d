/**
 * Joins the events of concurrent requests into one stream in which they seem to have run one after the other: the
 * events of a request are emitted together when it has ended, and requests are numbered in that order.
 */
import type { EmitRunEvent } from '../script/run-script.ts';

export interface EventBlock {
  /** `request` counts only the requests of this block, from 0. */
  emit: EmitRunEvent;
  /** Emits the collected events; all started requests have to have ended. */
  flush(): void;
}

/** @returns a function that opens a block, one for each iteration */
export function createEventBlocks(emit: EmitRunEvent): () => EventBlock {
  /** The number of requests of all blocks that were emitted. */
  let total = 0;
  return () => {
    let waiting: Parameters<EmitRunEvent>[] = [];
    let passed = 0;
    return {
      emit(event, request) {
        // An event about a wait is emitted at once, because later it would be useless.
        if (event.type === 'webhook.waiting' || event.type === 'webhook.waited') emit(event);
        else waiting.push([event, request]);
      },
      flush() {
        const offset = total - passed;
        const startEvents = waiting.filter(([event]) => event.type === 'request.started').length;
        for (const [event, request] of waiting) {
          const moved =
            event.type === 'request.started' && event.caller !== undefined
              ? { ...event, caller: event.caller + offset }
              : event;
          emit(moved, request === undefined ? undefined : request + offset);
        }
        total += startEvents;
        passed += startEvents;
        waiting = [];
      },
    };
  };
}
