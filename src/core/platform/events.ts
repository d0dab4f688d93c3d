import type { HostContract, HostSubscribe } from '../../contract/host-contract.ts';
import type * as z from 'zod';

type Events = HostContract['events'];
type Emit = <E extends keyof Events>(name: E, payload: z.output<Events[E]>) => void;

/** The core's announcements: whoever subscribes gets all of them, in order. */
export function createEvents(): { emit: Emit; subscribe: HostSubscribe } {
  const listeners = new Set<Emit>();
  return {
    emit(name, payload) {
      for (const listener of listeners) listener(name, payload);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
