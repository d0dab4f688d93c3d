/**
 * Requests that run side by side, in one stream of events that reads as if they had run one after the other: the events
 * of a request come together, when it has ended, and requests are numbered in that order.
 */
import type { EmitRunEvent } from '../script/run-script.ts';

export interface EventBlock {
  /** `request` counts the requests of this block alone, from 0. */
  emit: EmitRunEvent;
  /** Passes on what has gathered: all requests that have started have ended. */
  flush(): void;
}

/** @returns what opens a block, for one iteration each */
export function createEventBlocks(emit: EmitRunEvent): () => EventBlock {
  /** Requests of all blocks that have been passed on. */
  let total = 0;
  return () => {
    let waiting: Parameters<EmitRunEvent>[] = [];
    let passed = 0;
    return {
      emit(event, request) {
        // The person is told at once, or never, what a script waits for.
        if (event.type === 'webhook.waiting' || event.type === 'webhook.waited') emit(event);
        else waiting.push([event, request]);
      },
      flush() {
        const offset = total - passed;
        const started = waiting.filter(([event]) => event.type === 'request.started').length;
        for (const [event, request] of waiting) {
          const moved =
            event.type === 'request.started' && event.caller !== undefined
              ? { ...event, caller: event.caller + offset }
              : event;
          emit(moved, request === undefined ? undefined : request + offset);
        }
        total += started;
        passed += started;
        waiting = [];
      },
    };
  };
}
