/** The events that a session, or the application, announces to the interface, in order. */
import type * as z from 'zod';
import type { HostContract, HostSubscribe } from '../../contract/host-contract.ts';

type EventPayloads = HostContract['events'];
type Emit = <E extends keyof EventPayloads>(name: E, payload: z.output<EventPayloads[E]>) => void;

export interface Events {
  emit: Emit;
  /** Every listener receives every event. Returns a function that ends the subscription. */
  subscribe: HostSubscribe;
}

export function createEvents(): Events {
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
