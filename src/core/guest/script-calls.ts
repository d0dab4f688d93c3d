/**
 * The calls of one script, from its start to its end: each is validated, counted, answered once and ended with the
 * script. The handlers (guest-api.ts) execute them.
 */
import { codedError, toFailure, type CodedError } from '../../contract/errors.ts';
import { guestCalls, type GuestApi, type GuestMethod, type SendPiece } from '../../contract/scripts/guest-contract.ts';
import type { GuestReply } from '../../contract/scripts/to-guest.ts';
import type { SystemError } from '../http/http-errors.ts';
import { abortable } from '../platform/abortable.ts';
import { timeLimit } from '../platform/time-limit.ts';

/** The number of calls that one script may have open at the same time. */
export const MAX_OPEN_CALLS = 10_000;
/** Limit for the parameters of all open calls together, in bytes: the host holds them in memory. */
const MAX_OPEN_BYTES = 256 * 1024 * 1024;
/** The longest wait for the responses to requests of a script that has ended, in milliseconds. */
const MAX_SENDING_MS = 5_000;

export interface GuestCall {
  id: number;
  method: string;
  params: unknown;
}
/** Receives the answers to calls. */
export interface CallAnswers {
  reply: (id: number, reply: GuestReply) => void;
  replyPiece: (id: number, bytes: Uint8Array) => void;
}

export interface ScriptCalls {
  /**
   * Executes a call and answers it, unless the script ends before.
   * @param bytes of the call as it was received
   * @returns why the process has to be ended; the call is then not executed
   */
  call(call: GuestCall, bytes: number, answers: CallAnswers): string | undefined;
  /** Executes a call that the script waits for synchronously. Never rejects. */
  callSync(call: Omit<GuestCall, 'id'>): Promise<GuestReply>;
  /**
   * Settles when the requests that the script has made are answered, or after a limit. A script that skips its request
   * ends before.
   */
  sent(): Promise<void>;
  /**
   * Ends everything that is open. Settles when no process of the script is alive; later calls are not executed.
   * @param end why the script has ended
   */
  end(end?: 'timeout'): Promise<void>;
}

/** Answers the calls of a script, and ends the work that outlives their answers. */
export interface GuestHandlers {
  api: GuestApi;
  end(): Promise<void>;
}

/**
 * @param createHandlers called with the first call, because most scripts make none; its signal aborts when the script ends
 * @param signal of the run
 */
export function createScriptCalls(
  createHandlers: (signal: AbortSignal) => GuestHandlers,
  signal: AbortSignal,
): ScriptCalls {
  let handled: ReturnType<typeof createCallHandling> | undefined;
  const handling = () => (handled ??= createCallHandling(createHandlers, signal));
  let ended = false;
  let openBytes = 0;
  let lastId = 0;

  return {
    call({ id, method, params }, bytes, answers) {
      if (ended) return 'it made a call after its script had ended';
      // Increasing numbers can be checked without a list of all used numbers.
      if (id <= lastId) return `it used the number ${id} for a second call`;
      lastId = id;
      const { open, answer } = handling();
      if (open.size >= MAX_OPEN_CALLS || openBytes + bytes > MAX_OPEN_BYTES) {
        answers.reply(id, refusal(tooManyCalls(open.size >= MAX_OPEN_CALLS)));
        return undefined;
      }
      openBytes += bytes;
      void answer(method, params, (piece) => answers.replyPiece(id, piece)).then((reply) => {
        openBytes -= bytes;
        if (!ended) answers.reply(id, reply);
      });
      return undefined;
    },
    callSync({ method, params }) {
      if (ended) return Promise.resolve(refusal(codedError('Cancelled', 'The script has ended.')));
      return handling().answer(method, params);
    },
    sent: async () => handled && settledWithin(handled.sending, MAX_SENDING_MS),
    async end(end) {
      ended = true;
      if (!handled) return;
      const { open, ending, handlers } = handled;
      ending.abort(end === 'timeout' ? scriptTooLong() : scriptEnded());
      await Promise.all(open);
      await handlers.end();
    },
  };
}

/** Why calls are ended whose results the script no longer awaits. */
const scriptEnded = () =>
  codedError(
    'Cancelled',
    'The script that made the call has ended.',
    'If the script has ended with an error, mend that first. Otherwise let the script await the call.',
  );

const scriptTooLong = () =>
  codedError(
    'Cancelled',
    'The script that made the call has run into its timeout.',
    'Give the script more time, or the call a shorter timeout of its own.',
  );

/** Settles when all of them have settled, or after the limit. None of them rejects. */
async function settledWithin(work: ReadonlySet<Promise<unknown>>, limitMs: number): Promise<void> {
  if (work.size === 0) return;
  await abortable(Promise.all(work), timeLimit(limitMs)).catch(() => undefined);
}

/**
 * What answers the calls of one script. Created with its first call: most scripts make none, and aborting a signal costs
 * more than everything else here.
 */
function createCallHandling(createHandlers: (signal: AbortSignal) => GuestHandlers, signal: AbortSignal) {
  const open = new Set<Promise<unknown>>();
  const sending = new Set<Promise<unknown>>();
  /** Aborts the calls that are open. */
  const ending = new AbortController();
  const handlers = createHandlers(AbortSignal.any([signal, ending.signal]));

  /** Finds the handler of a call, validates the call's parameters and turns thrown errors into answers. */
  async function handle(method: string, params: unknown, sendPiece?: SendPiece): Promise<GuestReply> {
    const schema = Object.hasOwn(guestCalls, method) ? guestCalls[method as GuestMethod]() : undefined;
    const parsedParams = schema?.safeParse(params);
    if (!parsedParams?.success)
      return refusal(codedError('InvalidCall', `A call of ${method} with invalid values was refused.`));
    // The parameters were validated by the schema of this method.
    const handler = handlers.api[method as GuestMethod] as
      | ((params: unknown, sendPiece?: SendPiece) => Promise<GuestReply>)
      | undefined;
    if (!handler) return refusal(codedError('Unsupported', `${method} is not available here.`));
    try {
      return await handler(parsedParams.data, sendPiece);
    } catch (error) {
      return refusal(error);
    }
  }
  return {
    open,
    sending,
    ending,
    handlers,
    async answer(this: void, method: string, params: unknown, sendPiece?: SendPiece): Promise<GuestReply> {
      const work = handle(method, params, sendPiece);
      open.add(work);
      if (method === 'http.send') sending.add(work);
      try {
        return await work;
      } finally {
        open.delete(work);
        sending.delete(work);
      }
    },
  };
}

function tooManyCalls(byNumber: boolean): CodedError {
  const limit = byNumber ? `${MAX_OPEN_CALLS} calls` : `calls of ${MAX_OPEN_BYTES / 1024 / 1024} MB`;
  return codedError('ScriptLimit', `${limit} of this script are under way at the same time; this one was not made.`);
}

/** Network errors keep what the system says of them, which scripts check. The event of the request explains it. */
function refusal(error: unknown): GuestReply {
  const { code, message, remedy } = toFailure(error);
  const { systemCode, systemMessage, systemFields } = error as SystemError;
  const text = systemMessage ?? `${message} ${remedy}`;
  return { ok: false, error: { code: systemCode ?? code, message: text, ...systemFields } };
}
