/** Calls about notifications that are sent on: to a server of the user as they arrive, or again later. */
import * as z from 'zod';
import { signatureScheme } from './webhook-signature.ts';

/** Most notifications that one replay sends. */
export const MAX_REPLAYED = 1000;
/** Characters of an answer's body that are kept and shown. */
export const MAX_ANSWER_TEXT = 64 * 1024;

export const targetUrl = z.string().max(10_000);

export const forwardingStatus = z.object({
  /** Off at each start of the application; the address stays. */
  on: z.boolean(),
  /** The server that notifications are sent to; empty until one is set. */
  url: z.string(),
  /** Notifications that wait for their turn. */
  waiting: z.number().int(),
  /** Notifications that the server has answered since forwarding was switched on. */
  answered: z.number().int(),
  /** Notifications that were not sent, because too many waited or the server could not be reached. */
  dropped: z.number().int(),
  /** Why the last attempt failed; null when it was answered. */
  problem: z.string().nullable(),
});
export type ForwardingStatus = z.output<typeof forwardingStatus>;

/** One notification that was sent on, and what the server answered. */
export const delivery = z.object({
  id: z.number().int(),
  /** The number of the notification. */
  notification: z.number().int(),
  /** ISO 8601: when it was sent. */
  at: z.string(),
  kind: z.enum(['forward', 'replay']),
  method: z.string(),
  url: z.string(),
  /** Whether the request was signed anew. */
  signed: z.boolean(),
  /** Tries to reach the server, this one included. */
  attempts: z.number().int(),
  /** Null when there was no answer; `failure` then says why. */
  status: z.number().int().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The beginning of the answer's body, as text. */
  text: z.string(),
  /** Bytes of the answer's body that were received. */
  size: z.number().int(),
  /** Whether `text` is less than the body. */
  truncated: z.boolean(),
  durationMs: z.number(),
  failure: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** How a replayed notification is signed: the scheme of its provider, and the secret that the receiver knows. */
export const replaySignature = z.strictObject({ scheme: signatureScheme, secret: z.string().min(1).max(10_000) });
export type ReplaySignature = z.output<typeof replaySignature>;
/** The stored secret of a provider signs by its scheme; it stays in the host. */
export const storedSignature = z.strictObject({ provider: z.string().max(100) });
export const signatureSource = z.union([replaySignature, storedSignature]);
export type SignatureSource = z.output<typeof signatureSource>;

const noParams = z.strictObject({});
const notificationIds = z.array(z.number().int().positive()).min(1).max(MAX_REPLAYED);

export const forwardingCalls = {
  'forwarding.status': { params: noParams, result: forwardingStatus },
  /** Switches forwarding on or off; the address is remembered for the workspace. */
  'forwarding.set': { params: z.strictObject({ on: z.boolean(), url: targetUrl }), result: forwardingStatus },
  /** What was answered when a notification was sent on, the latest first. */
  'forwarding.deliveries': {
    params: z.strictObject({ notification: z.number().int() }),
    result: z.object({ deliveries: z.array(delivery) }),
  },
  /** Sends notifications again, one after the other in the order of their arrival; cancelling the call ends it. */
  'forwarding.replay': {
    params: z.strictObject({ ids: notificationIds, url: targetUrl, sign: signatureSource.nullable() }),
    result: z.object({ deliveries: z.array(delivery) }),
  },
} as const;

export const forwardingEvents = {
  'forwarding.changed': forwardingStatus,
  /** Notifications that were sent on, by their numbers. */
  'forwarding.delivered': z.object({ notifications: z.array(z.number().int()) }),
} as const;
