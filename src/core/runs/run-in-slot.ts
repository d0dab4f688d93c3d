/**
 * Runs one script in one slot, with its limits: time, memory, number of events. Every frame of the guest is
 * checked against the run it claims to belong to.
 */
import { guestCalls, type GuestApi, type GuestMethod, type SendPiece } from '../../contract/guest-contract.ts';
import { MAX_VALUES_SENT, scopeNames } from '../../contract/guest-operations.ts';
import type { ScriptContext } from '../../contract/script-context.ts';
import { replyText, type GuestContext, type GuestReply } from '../../contract/to-guest.ts';
import type { GuestFrame, Slot } from '../sandbox-process/slot.ts';
import { MAX_TIMER_MS } from '../platform/time-limit.ts';
import { residentBytes } from '../processes/process-memory.ts';

const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const MEMORY_POLL_MS = 100;
/** A trivial script never needs to be looked at. */
const MEMORY_AFTER_MS = 200;
const MAX_EVENTS = 100_000;

export interface SlotJob {
  name: string;
  source: string;
  context: ScriptContext;
  timeoutMs?: number | undefined;
  onEvent: (frame: Extract<GuestFrame, { t: 'console' | 'test' | 'clear' }>) => void;
  /** How many events were not passed on since the limit was reached. */
  onOverflow: () => void;
  /** Asked for with each call. */
  api: () => GuestApi;
}

/** What a script has left behind; see the frame `done`. */
export type ScriptEnd = Pick<
  Extract<GuestFrame, { t: 'done' }>,
  'error' | 'scopes' | 'request' | 'skipRequest' | 'nextRequest' | 'visualization'
>;
export type SlotOutcome =
  ({ ended: 'done' } & ScriptEnd) | { ended: 'timeout' | 'stopped' } | { ended: 'crashed'; reason: string };

let lastRun = 0;

/** Settles when the script has ended or its process is gone; never rejects. */
export async function runInSlot(slot: Slot, job: SlotJob, signal: AbortSignal): Promise<SlotOutcome> {
  const run = ++lastRun;
  const result = Promise.withResolvers<SlotOutcome>();
  let events = 0;

  const answer = async (method: string, params: unknown, sendPiece?: SendPiece): Promise<GuestReply> => {
    const schema = Object.hasOwn(guestCalls, method) ? guestCalls[method as GuestMethod] : undefined;
    const checked = schema?.safeParse(params);
    if (!checked?.success) {
      return {
        ok: false,
        error: { code: 'InvalidCall', message: `A call of ${method} with wrong values was refused.` },
      };
    }
    // The schema of this method has just been satisfied.
    const handler = job.api()[method as GuestMethod] as
      ((params: unknown, sendPiece?: SendPiece) => Promise<GuestReply>) | undefined;
    return (
      handler?.(checked.data, sendPiece) ?? {
        ok: false,
        error: { code: 'Unsupported', message: `${method} is not available here.` },
      }
    );
  };

  slot.listen({
    onFrame(frame) {
      if (frame.run !== run) return slot.kill('it spoke for a run that is not its own');
      switch (frame.t) {
        case 'done':
          return result.resolve({ ...frame, ended: 'done' });
        case 'call': {
          const { id } = frame;
          const sendPiece = (bytes: Uint8Array) => slot.sendPiece(id, bytes);
          void answer(frame.method, frame.params, sendPiece).then((reply) => slot.send({ t: 'reply', id, reply }));
          return;
        }
        default:
          events += 1;
          if (events <= MAX_EVENTS) job.onEvent(frame);
          else if (events === MAX_EVENTS + 1) job.onOverflow();
      }
    },
    async onSyncCall(call) {
      if (call.run !== run) slot.kill('it spoke for a run that is not its own');
      return replyText(await answer(call.method, call.params));
    },
  });

  const end = (outcome: SlotOutcome, reason: string) => {
    result.resolve(outcome);
    slot.kill(reason);
  };
  const stop = () => end({ ended: 'stopped' }, 'the script was stopped');
  const timer =
    job.timeoutMs === undefined
      ? undefined
      : setTimeout(() => end({ ended: 'timeout' }, 'the script took too long'), Math.min(job.timeoutMs, MAX_TIMER_MS));
  const memory = watchMemory(slot, (bytes) => {
    const reason = `it used ${Math.round(bytes / 1024 / 1024)} MB of memory, and ${MAX_RESIDENT_BYTES / 1024 / 1024} MB are allowed`;
    end({ ended: 'crashed', reason }, reason);
  });
  signal.addEventListener('abort', stop, { once: true });
  const forget = slot.onGone((reason) => result.resolve({ ended: 'crashed', reason }));

  if (signal.aborted) stop();
  else slot.send({ t: 'run', run, name: job.name, source: job.source, context: sendable(job.context) });
  const outcome = await result.promise;
  clearTimeout(timer);
  memory.stop();
  signal.removeEventListener('abort', stop);
  forget();
  return outcome;
}

/** Without the scopes that have very many values: those are asked for by name. */
function sendable(context: ScriptContext): GuestContext {
  const scopes = { ...context.scopes } as GuestContext['scopes'];
  for (const scope of scopeNames) {
    const { name, values } = context.scopes[scope];
    if (hasMoreThan(values, MAX_VALUES_SENT)) scopes[scope] = name === undefined ? {} : { name };
  }
  return { ...context, scopes };
}
function hasMoreThan(values: Record<string, unknown>, limit: number): boolean {
  let count = 0;
  for (const name in values) if (Object.hasOwn(values, name) && ++count > limit) return true;
  return false;
}

function watchMemory(slot: Slot, onTooMuch: (bytes: number) => void): { stop(): void } {
  let stopped = false;
  const look = async () => {
    const bytes = slot.pid === undefined ? undefined : await residentBytes(slot.pid);
    if (stopped) return;
    if (bytes !== undefined && bytes > MAX_RESIDENT_BYTES) onTooMuch(bytes);
    else timer = setTimeout(() => void look(), MEMORY_POLL_MS);
  };
  let timer = setTimeout(() => void look(), MEMORY_AFTER_MS);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
