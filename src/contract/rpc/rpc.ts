/**
 * Calls, cancelling and events over any channel of messages. A transport is only a `Port`; everything else (ids,
 * validation, order, errors) is here, once for Electron, WebSocket and memory.
 */
import * as z from 'zod';
import { describeProblems, titleOf } from '../describe-problems.ts';
import { codedError, toFailure, type Failure } from '../errors.ts';

export type Message = unknown;

/** A two-way channel of JSON values that keeps their order. */
export interface Port {
  send(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  onClose(listener: () => void): void;
}

export interface CallSchema {
  params: z.ZodType;
  result: z.ZodType;
}
export interface Contract {
  calls: Record<string, CallSchema>;
  events: Record<string, z.ZodType>;
}
export type Params<C extends Contract, M extends keyof C['calls']> = z.input<C['calls'][M]['params']>;
export type Result<C extends Contract, M extends keyof C['calls']> = z.output<C['calls'][M]['result']>;
export type Payload<C extends Contract, E extends keyof C['events']> = z.output<C['events'][E]>;

/** Names the call only where a person cannot find the field by its title. */
function refusalOf(method: string, schema: z.ZodType, error: z.ZodError): string {
  let isForm = true;
  const problems = describeProblems(error, (path) => {
    const title = titleOf(schema, path);
    isForm &&= title !== undefined;
    return title ?? z.core.toDotPath(path);
  });
  return isForm ? `${problems}.` : `${method}: ${problems}.`;
}

/** The handlers of every call: parameters are validated before, results after. */
export type Api<C extends Contract> = {
  [M in keyof C['calls']]: (
    params: z.output<C['calls'][M]['params']>,
    signal: AbortSignal,
  ) => Promise<Result<C, M>> | Result<C, M>;
};

/** Subscribes to the events of a core; returns a function that ends the subscription. */
export type Subscribe<C extends Contract> = (
  listener: <E extends keyof C['events'] & string>(name: E, payload: Payload<C, E>) => void,
) => () => void;

const id = z.number().int().nonnegative();

const toServer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('call'), id, method: z.string(), params: z.unknown().optional() }),
  z.strictObject({ type: z.literal('cancel'), id }),
]);
/** The duration of a display frame: events within it are sent together. */
const BATCH_MS = 16;

/**
 * Serves `api` over `port`. An invalid message is answered with an error and otherwise ignored; when the port closes,
 * every call under way is aborted.
 */
export function serve<C extends Contract>(contract: C, port: Port, api: Api<C>, subscribe?: Subscribe<C>): void {
  const runningCalls = new Map<number, AbortController>();
  const events = createEventBatch(port);
  // A result is never sent before the events that led to it.
  const reply = (message: Message) => {
    events.flush();
    port.send(message);
  };
  const refuse = (callId: number | null, error: Failure) => reply({ type: 'error', id: callId, error });

  const unsubscribe = subscribe?.(events.add);

  const call = async (callId: number, method: string, params: unknown) => {
    if (runningCalls.has(callId)) {
      return refuse(callId, toFailure(codedError('MalformedMessage', `Call id ${callId} is already in use.`)));
    }
    const schema = Object.hasOwn(contract.calls, method) ? contract.calls[method] : undefined;
    if (!schema) {
      return refuse(callId, toFailure(codedError('UnknownMethod', `There is no call "${method}".`)));
    }
    const checked = schema.params.safeParse(params);
    if (!checked.success) {
      const text = refusalOf(method, schema.params, checked.error);
      return refuse(callId, toFailure(codedError('InvalidParams', text)));
    }
    const controller = new AbortController();
    runningCalls.set(callId, controller);
    try {
      const handler = (api as Record<string, (params: unknown, signal: AbortSignal) => unknown>)[method];
      const result = schema.result.safeParse(await handler?.(checked.data, controller.signal));
      if (!result.success)
        throw codedError('Internal', `The result of ${method} is not valid: ${describeProblems(result.error)}.`);
      reply({ type: 'result', id: callId, value: result.data });
    } catch (error) {
      refuse(callId, toFailure(error));
    } finally {
      runningCalls.delete(callId);
    }
  };

  port.onMessage((raw) => {
    const message = toServer.safeParse(raw);
    if (!message.success) {
      refuse(null, toFailure(codedError('MalformedMessage', 'The message is not a call.')));
    } else if (message.data.type === 'cancel') {
      runningCalls.get(message.data.id)?.abort();
    } else {
      void call(message.data.id, message.data.method, message.data.params);
    }
  });
  port.onClose(() => {
    events.discard();
    unsubscribe?.();
    for (const controller of runningCalls.values()) controller.abort();
  });
}

interface EventBatch {
  add(name: string, payload: unknown): void;
  /** Sends the added events at once. */
  flush(): void;
  discard(): void;
}

/** Events that are sent together. */
function createEventBatch(port: Port): EventBatch {
  let batch: { name: string; payload: unknown }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (batch.length === 0) return;
    const events = batch;
    batch = [];
    port.send({ type: 'events', events });
  }
  return {
    add(name, payload) {
      batch.push({ name, payload });
      timer ??= setTimeout(flush, BATCH_MS);
    },
    flush,
    discard() {
      clearTimeout(timer);
      batch = [];
    },
  };
}

/** Created by `connect` (rpc-client.ts). */
export interface Client<C extends Contract> {
  /**
   * Calls `method`. Aborting `signal` asks the host to stop; the promise then settles with the host's answer, so that
   * partial results are not lost. Rejects with a coded error.
   */
  call<M extends keyof C['calls'] & string>(
    method: M,
    params: Params<C, M>,
    signal?: AbortSignal,
  ): Promise<Result<C, M>>;
  /** Listens to an event until the returned function is called. */
  on<E extends keyof C['events'] & string>(name: E, listener: (payload: Payload<C, E>) => void): () => void;
}
