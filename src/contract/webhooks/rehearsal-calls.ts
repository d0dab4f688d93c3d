/**
 * Rehearsals: notifications are sent to a server of the user as badly as real senders send them, and a report says
 * whether the server took each of them once.
 */
import * as z from 'zod';
import { notificationFilter } from './notification.ts';
import { signatureSource, targetUrl } from './forwarding-calls.ts';
import { signatureScheme } from './webhook-signature.ts';

/** Most notifications that one rehearsal sends. */
export const MAX_REHEARSED = 500;

/** A part of the notifications, from 0 (none of them) to 1 (all of them). */
const share = z.number().min(0).max(1).default(0);

/** How the number of times that the server has processed a notification is asked for: at an address of the server. */
export const rehearsalAddressCheck = z.strictObject({
  method: z.string().min(1).max(20).default('GET'),
  /**
   * `{{id}}` is the number of the notification; `{{body.a.b}}`, `{{query.a}}` and `{{header.NAME}}` are values of its own.
   * Each is encoded as part of an address.
   */
  url: z.string().min(1).max(10_000),
  headers: z
    .array(z.strictObject({ name: z.string().max(200), value: z.string().max(10_000) }))
    .max(50)
    .default([]),
  /** Where the number stands in the JSON of the answer, such as `data.total`; the entries of a list are counted. */
  count: z.string().max(1000).optional(),
});
export type RehearsalAddressCheck = z.output<typeof rehearsalAddressCheck>;

/** Or by a script, which runs once for each notification and whose `pm.test` calls decide. */
export const rehearsalScriptCheck = z.strictObject({
  /** A file of the workspace, relative to it. */
  script: z.string().min(1).max(4096),
  /** Milliseconds that it may run for one notification. */
  timeoutMs: z.number().int().min(1).max(600_000).default(60_000),
});
export type RehearsalScriptCheck = z.output<typeof rehearsalScriptCheck>;

export const rehearsalCheck = z.union([rehearsalAddressCheck, rehearsalScriptCheck]);

export const rehearsalPlan = z.strictObject({
  /** The same seed and the same notifications give the same steps. */
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  /** Which notifications are sent: by their numbers, or the latest that pass a filter. */
  notifications: z
    .strictObject({
      ids: z.array(z.number().int().positive()).max(MAX_REHEARSED).optional(),
      filter: notificationFilter.default({}),
      limit: z.number().int().min(1).max(MAX_REHEARSED).default(20),
    })
    .default({ filter: {}, limit: 20 }),
  /** Sent a second time, although the first was answered: at the same moment, or up to three steps later. */
  duplicates: share,
  /** Sent up to five places later than they arrived. */
  reordered: share,
  /** Sent after a pause. */
  delayed: share,
  /** The longest of these pauses, in milliseconds. */
  maxDelayMs: z.number().int().min(0).max(60_000).default(2_000),
  /** A gateway in front of the server answers 502 although the server got the request: it is sent again. */
  gatewayErrors: share,
  /** The sender closes the connection before the answer, and sends it again. */
  timeouts: share,
  /** Milliseconds after which the sender closes these connections. */
  giveUpAfterMs: z.number().int().min(10).max(60_000).default(100),
  /** Milliseconds that the sender waits for all other answers. */
  timeoutMs: z.number().int().min(1).max(180_000).default(10_000),
  /** How often the sender tries again when the server answers no 2xx, or not at all. */
  retries: z.number().int().min(0).max(10).default(2),
  /** Milliseconds before it does. */
  retryAfterMs: z.number().int().min(0).max(60_000).default(500),
  /** Each request is signed anew by this scheme; the secret is not part of the plan. */
  sign: signatureScheme.optional(),
  check: rehearsalCheck.optional(),
});
export type RehearsalPlan = z.output<typeof rehearsalPlan>;
export type RehearsalPlanInput = z.input<typeof rehearsalPlan>;

export const rehearsalFault = z.enum(['none', 'duplicate', 'gateway error', 'time-out', 'redelivery']);
export type RehearsalFault = z.output<typeof rehearsalFault>;

/** One request of the plan. */
export const rehearsalStep = z.object({
  notification: z.number().int(),
  /**
   * `duplicate`: the sender has sent it already, and was answered. `redelivery`: the sender has not seen an answer.
   * `gateway error` and `time-out`: the sender will not see this answer.
   */
  fault: rehearsalFault,
  /** Milliseconds before it is sent. */
  delayMs: z.number().int(),
  /** Whether it is sent at the same moment as the step before it. */
  together: z.boolean(),
  /** Places by which it is sent later than it arrived. */
  late: z.number().int(),
});
export type RehearsalStep = z.output<typeof rehearsalStep>;

/** One request that was sent. */
export const rehearsalAttempt = z.object({
  /** The number of its step, from 0. */
  step: z.number().int(),
  fault: rehearsalFault,
  /** 1 for the step itself, 2 for its first retry. */
  attempt: z.number().int(),
  /** Milliseconds since the rehearsal began. */
  atMs: z.number().int(),
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  /** The beginning of the answer. */
  text: z.string(),
  failure: z.string().nullable(),
  /** Whether the sender saw the answer. */
  seen: z.boolean(),
});
export type RehearsalAttempt = z.output<typeof rehearsalAttempt>;

/**
 * `once`: processed once, as the check says. `accepted`: every answer that counts was a 2xx; without a check it stays open
 * how often it was processed. `answers differ`: so were they, and the answer to a repeated request is another than that to
 * the first. `repeat refused`: accepted, and a repeated request was not answered with 2xx. `lost`: never accepted, or
 * never processed. `several times`: processed more than once, as the check says. `check failed`: a test of the script has
 * failed. `unclear`: the check could not be made.
 */
export const rehearsalVerdict = z.enum([
  ...(['once', 'accepted', 'answers differ', 'repeat refused', 'lost', 'several times'] as const),
  ...(['check failed', 'unclear'] as const),
]);
export type RehearsalVerdict = z.output<typeof rehearsalVerdict>;

/** One `pm.test` of a script that checks. */
export const checkedTest = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  /** Why it has failed; null otherwise. */
  error: z.string().nullable(),
});
export type CheckedTest = z.output<typeof checkedTest>;

export const rehearsedNotification = z.object({
  notification: z.number().int(),
  title: z.string(),
  verdict: rehearsalVerdict,
  /** The reason of the verdict, in one sentence. */
  reason: z.string(),
  /** How often the server has processed it, as the address says; null where no address is asked, or it failed. */
  processed: z.number().nullable(),
  /** What the script has tested; empty where no script checks. */
  tests: z.array(checkedTest),
  attempts: z.array(rehearsalAttempt),
});
export type RehearsedNotification = z.output<typeof rehearsedNotification>;

export const rehearsalReport = z.object({
  /** ISO 8601. */
  startedAt: z.string(),
  url: z.string(),
  seed: z.number().int(),
  /** Whether each notification was taken once, as far as answers and check show. */
  passed: z.boolean(),
  requests: z.number().int(),
  durationMs: z.number().int(),
  verdicts: z.partialRecord(rehearsalVerdict, z.number().int()),
  notifications: z.array(rehearsedNotification),
});
export type RehearsalReport = z.output<typeof rehearsalReport>;

export const rehearsalCalls = {
  /** What a plan would send. */
  'rehearsal.preview': {
    params: z.strictObject({ plan: rehearsalPlan }),
    result: z.object({
      steps: z.array(rehearsalStep),
      titles: z.array(z.object({ notification: z.number().int(), title: z.string() })),
    }),
  },
  /** Sends it, each request signed anew by `sign` instead of the scheme that the plan names; cancelling the call ends it. */
  'rehearsal.run': {
    params: z.strictObject({ plan: rehearsalPlan, url: targetUrl, sign: signatureSource.nullable() }),
    result: z.object({ report: rehearsalReport }),
  },
} as const;

export const rehearsalEvents = {
  /** How far the running rehearsal is. */
  'rehearsal.progress': z.object({ done: z.number().int(), total: z.number().int() }),
} as const;
