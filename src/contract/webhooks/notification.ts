/** Notifications in the form that the interface, the command line and scripts use. */
import * as z from 'zod';
import { answerRule } from './answer-rules.ts';
import { listenerTls, retention } from './listener-settings.ts';
import { signatureResult } from './webhook-signature.ts';

export const verdict = z.enum(['documented', 'differs', 'unknown']);
export const notificationSource = z.enum(['http', 'queue', 'sample', 'import']);

/** The result of checking the sender's signature; `missing`: a signature was expected and there is none. */
const signatureState = z.enum(['valid', 'invalid', 'missing']);
export type SignatureState = z.output<typeof signatureState>;

const notificationAnswer = z.object({
  /** Status of the HTTP response. */
  status: z.number().int(),
  /** Name of the rule that determined the response; null: no rule matched. */
  rule: z.string().nullable(),
  /** Milliseconds from the arrival of the request to its response. */
  afterMs: z.number().int(),
});
export type NotificationAnswer = z.output<typeof notificationAnswer>;

/** The listener's response. */
const listenerResponse = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** A long body is truncated. */
  body: z.string(),
  /** Bytes of the whole body. */
  size: z.number().int(),
});
export type ListenerResponse = z.output<typeof listenerResponse>;

/** One row of the list. */
export const notificationSummary = z.object({
  /** Negative for refused requests, which are held in memory only. */
  id: z.number().int(),
  /** ISO 8601, with milliseconds. */
  receivedAt: z.string(),
  source: notificationSource,
  method: z.string(),
  /** The request target as received, including the query. */
  path: z.string(),
  /** Id of the provider, such as `messaging` or `github`; null when no provider is recognised. */
  provider: z.string().nullable(),
  /** The provider's name for the event, such as `push`. */
  event: z.string().nullable(),
  /** Null when no response was sent: for notifications of a queue or a file, and those of a process that was killed. */
  answered: notificationAnswer.nullable(),
  /** Why the request was refused, such as `token`, `too large`, `web page` or `busy`; null when it was accepted. */
  refused: z.string().nullable(),
  pinned: z.boolean(),
  /** The user's note; empty when there is none. */
  note: z.string(),
  /** Null when no signature was checked. */
  signature: signatureState.nullable(),
  kind: z.string().nullable(),
  title: z.string(),
  sentence: z.string(),
  code: z.string().nullable(),
  verdict,
  chat: z.string().nullable(),
  idMessage: z.string().nullable(),
  status: z.string().nullable(),
  /** The id of the first notification that this one repeats. */
  repeatOf: z.number().int().nullable(),
  /** Bytes of the body. */
  size: z.number().int(),
});
export type NotificationSummary = z.output<typeof notificationSummary>;

/** How many were received here: notifications of a file were received by another computer, or earlier. */
export const receivedCount = (summaries: readonly Pick<NotificationSummary, 'source'>[]): number =>
  summaries.filter(({ source }) => source !== 'import').length;

export const notificationFilter = z.strictObject({
  /** Words that have to occur in the path, the headers or the body; the last may be a prefix. */
  search: z.string().max(1000).optional().meta({ title: 'Search' }),
  method: z.string().max(100).optional().meta({ title: 'Method' }),
  /** The exact path without its query. */
  path: z.string().max(10_000).optional().meta({ title: 'Path' }),
  provider: z.string().max(200).optional().meta({ title: 'Provider' }),
  event: z.string().max(200).optional().meta({ title: 'Event' }),
  pinned: z.literal(true).optional(),
  /** The refused requests instead of the accepted ones. */
  refused: z.literal(true).optional(),
  kind: z.string().optional(),
  /** A code, or `any`. */
  code: z.string().optional(),
  verdict: verdict.optional(),
  chat: z.string().optional(),
  idMessage: z.string().optional(),
  /** ISO 8601, inclusive. */
  since: z.string().optional(),
  /** ISO 8601, inclusive. */
  until: z.string().optional(),
});
export type NotificationFilter = z.output<typeof notificationFilter>;

/** Changes of a stored notification by the user. */
export const notificationChange = z.strictObject({
  pinned: z.boolean().optional(),
  note: z.string().max(10_000).optional().meta({ title: 'Note' }),
});
export type NotificationChange = z.output<typeof notificationChange>;

const notificationField = z.object({
  path: z.string(),
  type: z.string(),
  /** A number that JavaScript cannot represent exactly is its source text. */
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** Whether its object, or one around it, has the same key more than once. */
  isRepeated: z.boolean(),
  meaning: z.string(),
});

export const notificationDetail = z.object({
  summary: notificationSummary,
  method: z.string(),
  path: z.string(),
  peer: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Null when no response was sent, or it is unknown. */
  response: listenerResponse.nullable(),
  /** The body as text, decompressed and decoded. */
  text: z.string(),
  /** Empty without a Content-Type. */
  contentType: z.string(),
  /** The mistake in a body that should be JSON, or null. */
  jsonProblem: z.object({ message: z.string(), line: z.number().int(), column: z.number().int() }).nullable(),
  /** The first fields of the body, in their order. */
  fields: z.array(notificationField),
  /** How many fields the body has, with those that `fields` leaves out. */
  fieldCount: z.number().int(),
  differences: z.array(z.object({ path: z.string(), problem: z.string() })),
  /**
   * The provider's signature; null when it does not sign, or is unknown. The result is null when its secret was not
   * entered.
   */
  signed: z.object({ scheme: z.string(), result: signatureResult.nullable() }).nullable(),
  code: z.object({ code: z.string(), known: z.boolean(), meaning: z.string(), advice: z.string() }).nullable(),
  variant: z.string().nullable(),
  setting: z.string().nullable(),
  age: z.enum(['archive', 'unconfirmed']).nullable(),
  /** Every notification about the same message, the oldest first. */
  life: z.array(notificationSummary),
});
export type NotificationDetail = z.output<typeof notificationDetail>;

/** The account of the messaging service; its token is a secret that never leaves the host. */
export const accountInfo = z.object({
  apiUrl: z.string(),
  mediaUrl: z.string(),
  idInstance: z.string(),
  hasToken: z.boolean(),
  /** Receiving from the queue. */
  queue: z.object({
    state: z.enum(['off', 'receiving', 'waiting', 'stopped']),
    problem: z.string().nullable(),
    received: z.number().int(),
  }),
  /** The notifications that each setting switches on. */
  switches: z.record(z.string(), z.string()),
});
export type AccountInfo = z.output<typeof accountInfo>;

export const listenerStatus = z.object({
  listening: z.boolean(),
  host: z.string(),
  port: z.number().int(),
  url: z.string(),
  /** What the person has to know, for example why it does not listen although it should: a line for each problem. */
  notice: z.string().nullable(),
  hasToken: z.boolean(),
  tls: listenerTls,
  /** The path of the certificate of the mode `local` on the host: senders have to trust it. */
  localCertificate: z.string(),
  rules: z.array(answerRule),
  keep: retention,
  received: z.number().int(),
  /** Whether web pages may send requests. */
  allowBrowsers: z.boolean(),
  /** The number of refused requests: a wrong or missing token, a web page, too large, too many at once. */
  refused: z.number().int(),
  /** The number of visits of a browser, which are answered with a hint and not stored. */
  visits: z.number().int(),
});
export type ListenerStatus = z.output<typeof listenerStatus>;

/** A notification in the form that the sandbox gets. */
export interface ArrivedNotification extends Pick<
  NotificationSummary,
  'id' | 'kind' | 'title' | 'code' | 'receivedAt' | 'method' | 'provider' | 'event'
> {
  /** Including the query. */
  path: string;
  /** A list where a name occurs more than once. */
  query: Record<string, string | string[]>;
  /** The headers by their lower-case names; repeated values are joined by a comma. */
  headers: Record<string, string>;
  /** In the order in which they were sent. */
  headerList: { name: string; value: string }[];
  /** The body as text, decompressed and decoded. */
  text: string;
  /** The bytes as received; null where they are `text` in UTF-8. */
  base64: string | null;
}
