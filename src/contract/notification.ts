/** Notifications as the interface, the command line and scripts see them. */
import * as z from 'zod';

export const verdict = z.enum(['documented', 'differs', 'unknown']);
export const notificationSource = z.enum(['http', 'queue', 'sample', 'import']);

/** One line of the list. */
export const notificationSummary = z.object({
  id: z.number().int(),
  /** ISO 8601, with milliseconds. */
  receivedAt: z.string(),
  source: notificationSource,
  kind: z.string().nullable(),
  title: z.string(),
  sentence: z.string(),
  code: z.string().nullable(),
  verdict,
  chat: z.string().nullable(),
  idMessage: z.string().nullable(),
  status: z.string().nullable(),
  /** The first notification that this one repeats. */
  repeatOf: z.number().int().nullable(),
  /** Bytes of the body. */
  size: z.number().int(),
});
export type NotificationSummary = z.output<typeof notificationSummary>;

export const notificationFilter = z.strictObject({
  /** Words that have to be in the body; the last may be unfinished. */
  search: z.string().max(1000).optional(),
  kind: z.string().optional(),
  /** A code, or `any`. */
  code: z.string().optional(),
  verdict: verdict.optional(),
  chat: z.string().optional(),
  idMessage: z.string().optional(),
  /** ISO 8601. */
  since: z.string().optional(),
});
export type NotificationFilter = z.output<typeof notificationFilter>;

export const notificationField = z.object({
  path: z.string(),
  type: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  meaning: z.string(),
});

export const notificationDetail = z.object({
  summary: notificationSummary,
  method: z.string(),
  path: z.string(),
  peer: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The body as text, however it was compressed or encoded. */
  text: z.string(),
  /** The bytes as they came, as base64; cut after 1 MiB. */
  bytes: z.string(),
  fields: z.array(notificationField),
  differences: z.array(z.object({ path: z.string(), problem: z.string() })),
  code: z.object({ code: z.string(), known: z.boolean(), meaning: z.string(), advice: z.string() }).nullable(),
  variant: z.string().nullable(),
  setting: z.string().nullable(),
  age: z.enum(['archive', 'unconfirmed']).nullable(),
  /** The life of the message: every notification about it, the oldest first. */
  life: z.array(notificationSummary),
});
export type NotificationDetail = z.output<typeof notificationDetail>;

/** The account of the messaging service; its token is a secret and never leaves the host. */
export const accountInfo = z.object({
  apiUrl: z.string(),
  mediaUrl: z.string(),
  idInstance: z.string(),
  hasToken: z.boolean(),
  /** Receiving by the queue. */
  queue: z.object({
    state: z.enum(['off', 'receiving', 'waiting', 'stopped']),
    problem: z.string().nullable(),
    received: z.number().int(),
  }),
  /** What each switch of the settings turns on. */
  switches: z.record(z.string(), z.string()),
});
export type AccountInfo = z.output<typeof accountInfo>;

/** What the listener answers, for rehearsals; the first rule that fits is used, and 200 at once without one. */
export const answerRule = z.strictObject({
  /** For this kind only. */
  kind: z.string().nullable(),
  status: z.number().int().min(100).max(599),
  delayMs: z.number().int().min(0).max(180_000),
  /** After so many answers by this rule it succeeds with 200; 0: never. */
  times: z.number().int().min(0),
});
export type AnswerRule = z.output<typeof answerRule>;

/** What is not deleted by itself: the newer ones, and no more than so many megabytes of bodies. null: no limit. */
export const retention = z.object({
  days: z.number().int().min(1).max(36_500).nullable(),
  megabytes: z.number().int().min(1).max(1_000_000).nullable(),
});
export type Retention = z.output<typeof retention>;
export const KEEP_ALL: Retention = { days: null, megabytes: null };

export const listenerStatus = z.object({
  listening: z.boolean(),
  host: z.string(),
  port: z.number().int(),
  url: z.string(),
  /** Why it does not listen although it should, or what has to be known. */
  notice: z.string().nullable(),
  hasToken: z.boolean(),
  rules: z.array(answerRule),
  keep: retention,
  received: z.number().int(),
  /** Whether web pages may send. */
  allowBrowsers: z.boolean(),
  /** Requests with a wrong token or none, and those of web pages. */
  refused: z.number().int(),
});
export type ListenerStatus = z.output<typeof listenerStatus>;

/** As the sandbox gets it; `text` is that of the body. */
export interface ArrivedNotification {
  id: number;
  kind: string | null;
  title: string;
  code: string | null;
  receivedAt: string;
  path: string;
  headers: Record<string, string>;
  text: string;
}
