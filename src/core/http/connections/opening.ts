/**
 * Connections that are being opened. undici waits for them even when their requests have been stopped, and a server or a
 * proxy need never complete a handshake: they end when no request waits for one any more.
 */
import net from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { onAbort } from '../../platform/on-abort.ts';

/** Returns the socket at once, before it is connected. */
export type ConnectTo = (...parameters: Parameters<buildConnector.connector>) => unknown;

/** The connections of one agent. */
export interface Opening {
  /** Registers a request that waits for a response, until the returned function is called (once). */
  wait(origin: string): () => void;
  /**
   * Calls `end` when no request waits any more, at once where none does. @param origin the server that the connection
   * leads to; undefined for a proxy, which serves all of them
   * @returns a function that is called when the connection is open or has failed
   */
  add(origin: string | undefined, end: (reason: Error) => void): () => void;
}

interface Demand {
  waiting: number;
  ends: Set<(reason: Error) => void>;
}
const createDemand = (): Demand => ({ waiting: 0, ends: new Set() });

const openings = new WeakMap<Dispatcher, Opening>();
const closedError = () => new Error('The connection was closed, because no request waits for it.');

/** Makes `waitsFor` find the connections of the agent. */
export function registerOpening(agent: Dispatcher, opening: Opening): void {
  openings.set(agent, opening);
}

/** Registers a request that waits for a response through the agent, until the returned function is called (once). */
export function waitsFor(agent: Dispatcher, origin: string): () => void {
  return openings.get(agent)?.wait(origin) ?? (() => undefined);
}

/** @param closing ends all of them */
export function createOpening(closing: AbortSignal): Opening {
  const all = createDemand();
  /** Of the servers for which a request waits. */
  const demands = new Map<string, Demand>();
  function leave(demand: Demand): boolean {
    demand.waiting -= 1;
    if (demand.waiting > 0) return false;
    for (const end of demand.ends) end(closedError());
    return true;
  }
  return {
    wait(origin) {
      const demand = demands.get(origin) ?? createDemand();
      demands.set(origin, demand);
      demand.waiting += 1;
      all.waiting += 1;
      return () => {
        if (leave(demand)) demands.delete(origin);
        leave(all);
      };
    },
    add(origin, end) {
      const demand = origin === undefined ? all : demands.get(origin);
      if (!demand || demand.waiting === 0) {
        end(closedError());
        return () => undefined;
      }
      demand.ends.add(end);
      const removeAbort = onAbort(closing, () => end(closedError()));
      return () => {
        removeAbort();
        demand.ends.delete(end);
      };
    },
  };
}

/** Ends the sockets that a connector opens. @param isProxy for connections to a proxy */
export function endedBy(opening: Opening, connectTo: ConnectTo, isProxy = false): buildConnector.connector {
  return (target, callback) => {
    const socket = connectTo(target, (...result: Parameters<typeof callback>) => {
      forget();
      callback(...result);
    });
    const origin = isProxy ? undefined : `${target.protocol}//${target.host ?? target.hostname}`;
    const forget = opening.add(origin, (reason) => socket instanceof net.Socket && socket.destroy(reason));
  };
}
