/**
 * The client's side of a port whose other side `serve` (rpc.ts) uses. Without zod and without the table of calls: the
 * host validates parameters and results, and a page that does not create the schemas starts sooner.
 */
import { codedError, fromFailure, type Failure } from '../errors.ts';
import type { Client, Contract, Port } from './rpc.ts';

/** The messages of `serve`. */
type FromHost =
  | { type: 'result'; id: number; value?: unknown }
  | { type: 'error'; id: number | null; error: Failure }
  | { type: 'events'; events: { name: string; payload: unknown }[] };

/** Undefined for any other message. The host is trusted, because it serves the page's code. */
function fromHost(message: unknown): FromHost | undefined {
  const { type } = (message ?? {}) as { type?: unknown };
  return type === 'result' || type === 'error' || type === 'events' ? (message as FromHost) : undefined;
}

/** The typed client of `serve`; the caller names the type of the contract. */
export function connect<C extends Contract>(port: Port): Client<C> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Set<(payload: never) => void>>();
  let lastId = 0;
  let closed = false;

  port.onMessage((raw) => {
    const message = fromHost(raw);
    if (!message) return;
    if (message.type === 'events') {
      for (const { name, payload } of message.events) {
        for (const listener of listeners.get(name) ?? []) listener(payload as never);
      }
      return;
    }
    if (message.id === null) return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'result') call?.resolve(message.value);
    else call?.reject(fromFailure(message.error));
  });
  const disconnected = () => codedError('Disconnected', 'The connection to Outrigger was lost.');
  port.onClose(() => {
    closed = true;
    for (const call of waiting.values()) call.reject(disconnected());
    waiting.clear();
  });

  return {
    call(method, params, signal) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(disconnected());
        const callId = ++lastId;
        const cancel = () => port.send({ type: 'cancel', id: callId });
        const settle =
          <T>(next: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', cancel);
            next(value);
          };
        waiting.set(callId, { resolve: settle((value) => resolve(value as never)), reject: settle(reject) });
        port.send({ type: 'call', id: callId, method, params });
        if (signal?.aborted) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
      });
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
  };
}
