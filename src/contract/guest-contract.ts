/**
 * What passes between the host and a sandbox process. The host treats every frame of a guest as a stranger's:
 * these schemas are checked before anything is done with it.
 */
import * as z from 'zod';

/** Frames are a little-endian u32 length and that many bytes of UTF-8 JSON. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const text = z.string();
const callId = z.number().int().positive();
const guestError = z.object({
  name: text,
  message: text,
  stack: text.optional(),
  code: text.optional(),
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
});
export type GuestError = z.output<typeof guestError>;

/** A call of a program as the script wrote it, each value read once and turned into JSON in the guest. */
export const programCall = z.strictObject({
  file: z.string().max(4096),
  args: z.array(z.string()).max(100_000),
  options: z.record(z.string(), z.unknown()),
  /** Whether an object or array was turned into a string: the console then hints at JSON.stringify. */
  convertedObject: z.boolean().optional(),
  line: z.number().int().positive().optional(),
});
export type ProgramCall = z.output<typeof programCall>;

/** Calls a script can make; the synchronous ones block it until they are answered. */
export const guestCalls = { 'programs.executeAsync': programCall, 'programs.execute': programCall } as const;
export type GuestMethod = keyof typeof guestCalls;

export const fromGuest = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('ready'), broken: z.array(text) }),
  z.strictObject({ t: z.literal('call'), run: z.number().int(), id: callId, method: text, params: z.unknown() }),
  z.strictObject({
    t: z.literal('console'),
    run: z.number().int(),
    level: z.enum(['log', 'info', 'warn', 'error', 'debug']),
    text,
    line: z.number().int().positive().optional(),
  }),
  z.strictObject({
    t: z.literal('test'),
    run: z.number().int(),
    name: text,
    state: z.enum(['passed', 'failed', 'skipped']),
    error: guestError.optional(),
  }),
  z.strictObject({
    t: z.literal('done'),
    run: z.number().int(),
    error: guestError.optional(),
    variables: z.record(z.string(), z.unknown()),
  }),
]);
export type FromGuest = z.output<typeof fromGuest>;

/** What the synchronous channel carries from the guest. */
export const syncFromGuest = z.strictObject({ run: z.number().int(), method: text, params: z.unknown() });

/** The answer to a call: a text, or the fields of an error. */
export type GuestReply = { ok: true; value: string } | { ok: false; error: Record<string, unknown> };

export type ToGuest =
  | { t: 'run'; run: number; name: string; source: string; variables: Record<string, unknown> }
  | { t: 'reply'; id: number; reply: GuestReply };

/** `+` and the text as it is, or `-` and the error as JSON: a result may be large, and is not worth quoting. */
export function replyText(reply: GuestReply): string {
  return reply.ok ? `+${reply.value}` : `-${JSON.stringify(reply.error)}`;
}

/** A frame for the guest: JSON, or `=`, the id of a call, a space and the reply. */
export function toGuestText(message: ToGuest): string {
  return message.t === 'reply' ? `=${message.id} ${replyText(message.reply)}` : JSON.stringify(message);
}
