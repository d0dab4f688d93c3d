/** Speaks the inspector protocol of V8 with a sandbox process (https://chromedevtools.github.io/devtools-protocol/v8/). */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { codedError } from '../../contract/errors.ts';

const CONNECT_MS = 5000;
/** A process that sends more in one message is hostile: the connection ends. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export interface InspectorClient {
  /** @throws DebuggerFailed when the process refuses the call, or is gone */
  call<Result = unknown>(method: string, params?: object): Promise<Result>;
  /** Settles once the connection has ended. */
  readonly closed: Promise<void>;
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
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const closed = Promise.withResolvers<void>();
  let lastId = 0;
  socket.on('error', () => undefined);
  socket.on('close', () => {
    // First, for whoever waits for an answer or for this.
    closed.resolve();
    for (const call of pending.values()) call.reject(failed('The process that is debugged has ended.'));
    pending.clear();
  });
  socket.on('message', (data: Buffer) => {
    const message = parse(data);
    if (message?.method !== undefined) return onEvent(message.method, message.params);
    const call = message?.id === undefined ? undefined : pending.get(message.id);
    if (!message || !call) return;
    pending.delete(message.id ?? 0);
    if (message.error) call.reject(failed(message.error.message ?? 'The debugger refuses.'));
    else call.resolve(message.result);
  });
  try {
    await once(socket, 'open');
  } catch (error) {
    throw failed(`The debugger cannot be reached: ${(error as Error).message}`);
  }

  return {
    call<Result>(method: string, params: object = {}) {
      if (socket.readyState !== WebSocket.OPEN) {
        return Promise.reject(failed('The process that is debugged has ended.'));
      }
      const id = (lastId += 1);
      const call = Promise.withResolvers<unknown>();
      pending.set(id, call);
      socket.send(JSON.stringify({ id, method, params }));
      return call.promise as Promise<Result>;
    },
    closed: closed.promise,
    close: () => socket.terminate(),
  };
}

const failed = (message: string) => codedError('DebuggerFailed', message);

function parse(data: Buffer): Message | undefined {
  try {
    return JSON.parse(data.toString()) as Message;
  } catch {
    return undefined;
  }
}
