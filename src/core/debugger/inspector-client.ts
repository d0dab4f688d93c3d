/** Speaks the inspector protocol of V8 with a sandbox process (https://chromedevtools.github.io/devtools-protocol/v8/). */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { codedError } from '../../contract/errors.ts';

const CONNECT_MS = 5000;
/** Calls that do nothing, after the last message that says something. */
const MAX_IDLE_CALLS = 4;
/** A process that sends more in one message is hostile: the connection ends. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export interface InspectorClient {
  /**
   * @param limitMs milliseconds after which the connection is broken off; left out: none, because a process that waits for a
   * synchronous call of its script answers nothing
   * @throws DebuggerFailed when the process refuses the call, or is gone
   */
  call<Result = unknown>(method: string, params?: object, limitMs?: number): Promise<Result>;
  /** Settles once the connection has ended, with the reason if it was ended because of what the process did. */
  readonly closed: Promise<string | undefined>;
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
  const closed = Promise.withResolvers<string | undefined>();
  let lastId = 0;
  let broken: string | undefined;
  const breakOff = (reason: string) => {
    broken ??= reason;
    socket.terminate();
  };
  // The process is alive, but what it sends cannot be read: a message that is too long.
  socket.on('error', (error) => breakOff(error.message));
  socket.on('close', () => {
    // First, for whoever waits for an answer or for this.
    closed.resolve(broken);
    for (const call of pending.values()) call.reject(failed('The process that is debugged has ended.'));
    pending.clear();
  });
  socket.on('message', (data: Buffer) => {
    const message = parse(data);
    if (message) acknowledgement.received(message.id);
    if (message?.method !== undefined) return onEvent(message.method, message.params);
    const call = message?.id === undefined ? undefined : pending.get(message.id);
    if (!message || !call) return;
    pending.delete(message.id ?? 0);
    if (message.error) call.reject(failed(message.error.message ?? 'The debugger refuses.'));
    else call.resolve(message.result);
  });
  function send<Result>(method: string, params: object = {}, limitMs?: number): Promise<Result> {
    if (socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(failed('The process that is debugged has ended.'));
    }
    const id = (lastId += 1);
    const call = Promise.withResolvers<unknown>();
    const timer =
      limitMs && setTimeout(() => breakOff(`${method} was not answered within ${limitMs / 1000} s`), limitMs);
    pending.set(id, call);
    socket.send(JSON.stringify({ id, method, params }));
    return call.promise.finally(() => clearTimeout(timer)) as Promise<Result>;
  }
  const acknowledgement = createAcknowledgement(() => {
    const answered = send('Runtime.getIsolateId');
    answered.catch(() => undefined);
    return lastId;
  });

  try {
    await once(socket, 'open');
  } catch (error) {
    throw failed(`The debugger cannot be reached: ${(error as Error).message}`);
  }

  return {
    call(...what) {
      acknowledgement.renew();
      return send(...what);
    },
    closed: closed.promise,
    close: () => socket.terminate(),
  };
}

interface Acknowledgement {
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
function createAcknowledgement(sendIdleCall: () => number): Acknowledgement {
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

const failed = (message: string) => codedError('DebuggerFailed', message);

function parse(data: Buffer): Message | undefined {
  try {
    return JSON.parse(data.toString()) as Message;
  } catch {
    return undefined;
  }
}
