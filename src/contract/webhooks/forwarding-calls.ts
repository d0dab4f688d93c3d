/**
 * Calls about notifications that are sent to a server of the user: as they arrive (forwarding), or again later
 * (replay).
 */
import * as z from 'zod';
import { signatureScheme } from './webhook-signature.ts';

/** The largest number of notifications in one replay. */
export const MAX_REPLAYED = 1000;
/** Characters of a response body that are stored and shown. */
export const MAX_RESPONSE_TEXT = 64 * 1024;

export const targetUrl = z.string().max(10_000);

const forwardingStatus = z.object({
  /** False at each start of the application; the address is stored. */
  on: z.boolean(),
  /** The server that notifications are forwarded to; empty until one is set. */
  url: z.string(),
  /** The number of waiting notifications. */
  waiting: z.number().int(),
  /** The number of notifications that the server has answered since forwarding was switched on. */
  answered: z.number().int(),
  /** The number of notifications that were not sent, because too many waited or the server could not be reached. */
  dropped: z.number().int(),
  /** Why the last attempt failed, or with which error it was answered; null when it was accepted. */
  problem: z.string().nullable(),
});
export type ForwardingStatus = z.output<typeof forwardingStatus>;

/** One notification that was sent, with the server's response. */
export const delivery = z.object({
  id: z.number().int(),
  /** The id of the notification. */
  notification: z.number().int(),
  /** ISO 8601: the time of sending. */
  at: z.string(),
  kind: z.enum(['forward', 'replay']),
  method: z.string(),
  url: z.string(),
  /** Whether the request was signed anew. */
  signed: z.boolean(),
  /** The number of attempts to reach the server, including this one. */
  attempts: z.number().int(),
  /** Null when there was no response; `failure` then says why. */
  status: z.number().int().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The beginning of the response body, as text. */
  text: z.string(),
  /** Received bytes of the response body. */
  size: z.number().int(),
  /** Whether `text` is shorter than the body. */
  truncated: z.boolean(),
  durationMs: z.number(),
  failure: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** The signature of a replayed notification: the scheme of its provider, and the secret that the receiver knows. */
export const replaySignature = z.strictObject({
  scheme: signatureScheme,
  secret: z.string().min(1).max(10_000).meta({ title: 'Secret' }),
});
export type ReplaySignature = z.output<typeof replaySignature>;
/** Signs with the stored secret of a provider, by its scheme; the secret stays in the host. */
const storedSignature = z.strictObject({ provider: z.string().max(100) });
export const signatureSource = z.union([replaySignature, storedSignature]);
export type SignatureSource = z.output<typeof signatureSource>;

const noParams = z.strictObject({});
const notificationIds = z.array(z.number().int().positive()).min(1).max(MAX_REPLAYED).meta({ title: 'Notifications' });

export const forwardingCalls = {
  'forwarding.status': { params: noParams, result: forwardingStatus },
  /** Switches forwarding on or off; the address is stored for the workspace. */
  'forwarding.set': {
    params: z.strictObject({ on: z.boolean(), url: targetUrl.meta({ title: 'Address of your server' }) }),
    result: forwardingStatus,
  },
  /** The deliveries of a notification, the latest first. */
  'forwarding.deliveries': {
    params: z.strictObject({ notification: z.number().int() }),
    result: z.object({ deliveries: z.array(delivery) }),
  },
  /** Sends notifications again, one after the other in the order of their arrival; cancelling the call ends it. */
  'forwarding.replay': {
    params: z.strictObject({
      ids: notificationIds,
      url: targetUrl.meta({ title: 'Address' }),
      sign: signatureSource.nullable(),
    }),
    result: z.object({ deliveries: z.array(delivery) }),
  },
} as const;

export const forwardingEvents = {
  'forwarding.changed': forwardingStatus,
  /** Ids of notifications that were sent. */
  'forwarding.delivered': z.object({ notifications: z.array(z.number().int()) }),
} as const;
