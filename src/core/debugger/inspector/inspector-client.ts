/**
 * A client of V8's inspector protocol for a sandbox process (https://chromedevtools.github.io/devtools-protocol/v8/).
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { codedError } from '../../../contract/errors.ts';
import { createAcknowledgement } from './acknowledgement.ts';
import { jsonOrUndefined } from '../../platform/json/json-or-undefined.ts';

const CONNECT_MS = 5000;
/** A process that sends a larger message is considered hostile, and the connection is ended. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export interface InspectorClient {
  /**
   * @param limitMs milliseconds after which the connection is closed; absent: no limit, because a process whose script
   * waits for a synchronous call answers nothing
   * @throws DebuggerFailed when the process refuses the call or has ended
   */
  call<Result = unknown>(method: string, params?: object, limitMs?: number): Promise<Result>;
  /** Resolves when the connection has ended, with the reason if the behaviour of the process ended it. */
  readonly closed: Promise<string | undefined>;
  /** Ends the connection because of what the process has sent. */
  breakOff(reason: string): void;
  close(): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message?: string };
}

/**
 * @param onEvent gets the events of the domains that were enabled, in their order
 * @throws DebuggerFailed
 */
export async function connectInspector(
  address: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<InspectorClient> {
  const socket = new WebSocket(address, {
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: CONNECT_MS,
  });
  const closed = Promise.withResolvers<string | undefined>();
  let broken: string | undefined;
  const breakOff = (reason: string) => {
    broken ??= reason;
    socket.terminate();
  };
  const calls = createCalls(socket, breakOff);
  // The process is alive, but its message is too long to be read.
  socket.on('error', (error) => breakOff(error.message));
  socket.on('close', () => {
    // Resolved first, because callers wait for an answer or for this.
    closed.resolve(broken);
    calls.rejectAll();
  });
  socket.on('message', (data: Buffer) => {
    const message = jsonOrUndefined(data.toString()) as Message | undefined;
    if (!message) return;
    acknowledgement.received(message.id);
    try {
      if (message.method !== undefined) onEvent(message.method, message.params);
      else calls.settle(message);
    } catch (error) {
      // The process may be hostile, and an error here would end the whole application.
      breakOff(`its message ${message.method ?? ''} cannot be read: ${(error as Error).message}`);
    }
  });
  const acknowledgement = createAcknowledgement(() => {
    const { id, answer } = calls.send('Runtime.getIsolateId');
    answer.catch(() => undefined);
    return id;
  });

  try {
    await once(socket, 'open');
  } catch (error) {
    throw debuggerError(`The debugger cannot be reached: ${(error as Error).message}`);
  }

  return {
    call<Result>(method: string, params?: object, limitMs?: number) {
      acknowledgement.renew();
      return calls.send(method, params, limitMs).answer as Promise<Result>;
    },
    closed: closed.promise,
    breakOff,
    close: () => socket.terminate(),
  };
}

interface Calls {
  /** @param limitMs milliseconds after which the connection is closed */
  send(method: string, params?: object, limitMs?: number): { id: number; answer: Promise<unknown> };
  /** Settles the call that a message answers. */
  settle(message: Message): void;
  rejectAll(): void;
}

/** The calls that the process has not answered yet. */
function createCalls(socket: WebSocket, breakOff: (reason: string) => void): Calls {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  return {
    send(method, params = {}, limitMs) {
      if (socket.readyState !== WebSocket.OPEN)
        return { id: lastId, answer: Promise.reject(debuggerError(PROCESS_ENDED)) };
      const id = (lastId += 1);
      const call = Promise.withResolvers<unknown>();
      const timer =
        limitMs && setTimeout(() => breakOff(`${method} was not answered within ${limitMs / 1000} s`), limitMs);
      pending.set(id, call);
      socket.send(JSON.stringify({ id, method, params }));
      return { id, answer: call.promise.finally(() => clearTimeout(timer)) };
    },
    settle({ id, error, result }) {
      const call = id === undefined ? undefined : pending.get(id);
      if (id === undefined || !call) return;
      pending.delete(id);
      if (error) call.reject(debuggerError(error.message ?? 'The debugger refused the command.'));
      else call.resolve(result);
    },
    rejectAll() {
      for (const call of pending.values()) call.reject(debuggerError(PROCESS_ENDED));
      pending.clear();
    },
  };
}

const PROCESS_ENDED = 'The process that is debugged has ended.';
const debuggerError = (message: string) => codedError('DebuggerFailed', message);
