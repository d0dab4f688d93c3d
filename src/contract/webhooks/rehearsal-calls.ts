/**
 * Rehearsals: notifications are sent to a server of the user with the faults of real senders, and a report says whether
 * the server processed each of them once.
 */
import * as z from 'zod';
import { notificationFilter } from './notification.ts';
import { signatureSource, targetUrl } from './forwarding-calls.ts';
import { signatureScheme } from './webhook-signature.ts';

/** The largest number of notifications in one rehearsal. */
const MAX_REHEARSED = 500;

/** A share of the notifications, from 0 (none) to 1 (all). */
const share = z.number().min(0).max(1).default(0);

/** Asks a URL of the server how often it has processed a notification. */
const rehearsalAddressCheck = z.strictObject({
  method: z.string().min(1).max(20).default('GET'),
  /**
   * `{{id}}` is the id of the notification; `{{body.a.b}}`, `{{query.a}}` and `{{header.NAME}}` are its values. Each is
   * percent-encoded.
   */
  url: z.string().min(1).max(10_000).meta({ title: 'Check address' }),
  headers: z
    .array(z.strictObject({ name: z.string().max(200), value: z.string().max(10_000) }))
    .max(50)
    .default([]),
  /** The path of the number in the JSON of the response, such as `data.total`; for a list, its entries are counted. */
  count: z.string().max(1000).optional().meta({ title: 'Count in its response' }),
});
export type RehearsalAddressCheck = z.output<typeof rehearsalAddressCheck>;

/** Checks by a script, which runs once for each notification; its `pm.test` calls decide. */
export const rehearsalScriptCheck = z.strictObject({
  /** A file of the workspace, relative to it. */
  script: z.string().min(1).max(4096).meta({ title: 'Check script' }),
  /** Milliseconds that it may run for one notification. */
  timeoutMs: z.number().int().min(1).max(600_000).default(60_000),
});
export type RehearsalScriptCheck = z.output<typeof rehearsalScriptCheck>;

const rehearsalCheck = z.union([rehearsalAddressCheck, rehearsalScriptCheck]);

export const rehearsalPlan = z.strictObject({
  /** The same seed and the same notifications give the same steps. */
  seed: z.number().int().min(0).max(0xffffffff).default(1).meta({ title: 'Seed' }),
  /** The notifications to send: by their ids, or the latest that match a filter. */
  notifications: z
    .strictObject({
      ids: z.array(z.number().int().positive()).max(MAX_REHEARSED).optional(),
      filter: notificationFilter.default({}),
      limit: z.number().int().min(1).max(MAX_REHEARSED).default(20).meta({ title: 'Notifications' }),
    })
    .default({ filter: {}, limit: 20 }),
  /** Sent a second time, although the first was answered: at the same moment, or up to three steps later. */
  duplicates: share,
  /** Sent up to five positions later than they arrived. */
  reordered: share,
  /** Sent after a pause. */
  delayed: share,
  /** The longest of these pauses, in milliseconds. */
  maxDelayMs: z.number().int().min(0).max(60_000).default(2_000),
  /** Simulates a gateway that answers 502 although the server got the request, which is then sent again. */
  gatewayErrors: share,
  /** The sender closes the connection before the response, and sends the request again. */
  timeouts: share,
  /** Milliseconds after which the sender closes these connections. */
  giveUpAfterMs: z.number().int().min(10).max(60_000).default(100).meta({ title: 'Gives up after (ms)' }),
  /** Milliseconds that the sender waits for other responses. */
  timeoutMs: z.number().int().min(1).max(180_000).default(10_000),
  /** The number of retries when the server answers no 2xx, or not at all. */
  retries: z.number().int().min(0).max(10).default(2).meta({ title: 'Retries' }),
  /** Milliseconds before a retry. */
  retryAfterMs: z.number().int().min(0).max(60_000).default(500),
  /** Signs each request anew with this scheme; the secret is not part of the plan. */
  sign: signatureScheme.optional(),
  check: rehearsalCheck.optional(),
});
export type RehearsalPlan = z.output<typeof rehearsalPlan>;
export type RehearsalPlanInput = z.input<typeof rehearsalPlan>;

const rehearsalFault = z.enum(['none', 'duplicate', 'gateway error', 'time-out', 'redelivery']);
export type RehearsalFault = z.output<typeof rehearsalFault>;

/** One request of the plan. */
const rehearsalStep = z.object({
  notification: z.number().int(),
  /**
   * `duplicate`: the sender has sent it already, and got a response. `redelivery`: the sender has not received a
   * response. `gateway error` and `time-out`: the sender will not receive this response.
   */
  fault: rehearsalFault,
  /** Milliseconds before it is sent. */
  delayMs: z.number().int(),
  /** Whether it is sent at the same moment as the step before it. */
  together: z.boolean(),
  /** The number of positions by which it is sent later than it arrived. */
  late: z.number().int(),
});
export type RehearsalStep = z.output<typeof rehearsalStep>;

/** One request that was sent. */
const rehearsalAttempt = z.object({
  /** The zero-based number of its step. */
  step: z.number().int(),
  fault: rehearsalFault,
  /** 1 for the step itself, 2 for its first retry. */
  attempt: z.number().int(),
  /** Milliseconds since the rehearsal began. */
  atMs: z.number().int(),
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  /** The beginning of the response. */
  text: z.string(),
  failure: z.string().nullable(),
  /** Whether the sender received the response. */
  seen: z.boolean(),
});
export type RehearsalAttempt = z.output<typeof rehearsalAttempt>;

/**
 * `once`: processed once, according to the check. `accepted`: every relevant response was a 2xx; without a check, the
 * number of times is unknown. `responses differ`: accepted, but the response to a repeated request differs from the
 * first. `repeat refused`: accepted, but a repeated request was not answered with 2xx. `lost`: never accepted, or never
 * processed. `several times`: processed more than once, according to the check. `check failed`: a test of the script
 * has failed. `unclear`: the check could not be made.
 */
const rehearsalVerdict = z.enum([
  ...(['once', 'accepted', 'responses differ', 'repeat refused', 'lost', 'several times'] as const),
  ...(['check failed', 'unclear'] as const),
]);
export type RehearsalVerdict = z.output<typeof rehearsalVerdict>;

/** One `pm.test` of a checking script. */
const checkedTest = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  /** Why it has failed; null otherwise. */
  error: z.string().nullable(),
});
export type CheckedTest = z.output<typeof checkedTest>;

const rehearsedNotification = z.object({
  notification: z.number().int(),
  title: z.string(),
  verdict: rehearsalVerdict,
  /** The reason of the verdict, in one sentence. */
  reason: z.string(),
  /**
   * The number of times that the server has processed it, according to the URL; null without a URL, or when the check
   * failed.
   */
  processed: z.number().nullable(),
  /** The script's tests; empty without a script. */
  tests: z.array(checkedTest),
  attempts: z.array(rehearsalAttempt),
});
export type RehearsedNotification = z.output<typeof rehearsedNotification>;

const rehearsalReport = z.object({
  /** ISO 8601. */
  startedAt: z.string(),
  url: z.string(),
  seed: z.number().int(),
  /** Whether each notification was processed once, as far as responses and check show. */
  passed: z.boolean(),
  requests: z.number().int(),
  durationMs: z.number().int(),
  verdicts: z.partialRecord(rehearsalVerdict, z.number().int()),
  notifications: z.array(rehearsedNotification),
});
export type RehearsalReport = z.output<typeof rehearsalReport>;

export const rehearsalCalls = {
  /** The steps of a plan, without sending them. */
  'rehearsal.preview': {
    params: z.strictObject({ plan: rehearsalPlan }),
    result: z.object({
      steps: z.array(rehearsalStep),
      titles: z.array(z.object({ notification: z.number().int(), title: z.string() })),
    }),
  },
  /**
   * Sends the notifications of a plan, signed anew by `sign` instead of the scheme of the plan; cancelling the call
   * ends it.
   */
  'rehearsal.run': {
    params: z.strictObject({
      plan: rehearsalPlan,
      url: targetUrl.meta({ title: 'Address of your server' }),
      sign: signatureSource.nullable(),
    }),
    result: z.object({ report: rehearsalReport }),
  },
} as const;

export const rehearsalEvents = {
  /** The progress of the running rehearsal. */
  'rehearsal.progress': z.object({ done: z.number().int(), total: z.number().int() }),
} as const;
