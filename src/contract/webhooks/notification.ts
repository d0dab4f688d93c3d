/** Notifications as the interface, the command line and scripts see them. */
import * as z from 'zod';
import { answerRule } from './answer-rules.ts';
import { listenerTls, retention } from './listener-settings.ts';
import { signatureResult } from './webhook-signature.ts';

export const verdict = z.enum(['documented', 'differs', 'unknown']);
export const notificationSource = z.enum(['http', 'queue', 'sample', 'import']);

/** What a check of the sender's signature has shown; `missing`: a signature was expected and there is none. */
export const signatureState = z.enum(['valid', 'invalid', 'missing']);
export type SignatureState = z.output<typeof signatureState>;

export const notificationAnswer = z.object({
  /** Status of the HTTP response. */
  status: z.number().int(),
  /** Name of the rule that chose the response; null: no rule applied. */
  rule: z.string().nullable(),
  /** Milliseconds from the arrival of the request to its response. */
  afterMs: z.number().int(),
});
export type NotificationAnswer = z.output<typeof notificationAnswer>;

/** What the listener responded with. */
export const listenerResponse = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Its beginning, where it is long. */
  body: z.string(),
  /** Bytes of the whole body. */
  size: z.number().int(),
});
export type ListenerResponse = z.output<typeof listenerResponse>;

/** One line of the list. */
export const notificationSummary = z.object({
  /** Negative for requests that were refused: they are held in memory only. */
  id: z.number().int(),
  /** ISO 8601, with milliseconds. */
  receivedAt: z.string(),
  source: notificationSource,
  method: z.string(),
  /** The request target as it was sent, with its query. */
  path: z.string(),
  /** Name of the provider, such as `messaging` or `github`; null when no provider is recognized. */
  provider: z.string().nullable(),
  /** The provider's name of the event, such as `push`. */
  event: z.string().nullable(),
  /** Null when no response was sent: notifications of a queue, of a file, and those of a process that was killed. */
  answered: notificationAnswer.nullable(),
  /** Why the request was refused, such as `token`, `too large`, `web page` or `busy`; null when it was accepted. */
  refused: z.string().nullable(),
  pinned: z.boolean(),
  /** The user's own words about it; empty when there are none. */
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
  /** The first notification that this one repeats. */
  repeatOf: z.number().int().nullable(),
  /** Bytes of the body. */
  size: z.number().int(),
});
export type NotificationSummary = z.output<typeof notificationSummary>;

export const notificationFilter = z.strictObject({
  /** Words that have to be in the path, the headers or the body; the last may be unfinished. */
  search: z.string().max(1000).optional(),
  method: z.string().max(100).optional(),
  /** The path without its query, as a whole. */
  path: z.string().max(10_000).optional(),
  provider: z.string().max(200).optional(),
  event: z.string().max(200).optional(),
  pinned: z.literal(true).optional(),
  /** The requests that were refused, instead of those that were accepted. */
  refused: z.literal(true).optional(),
  kind: z.string().optional(),
  /** A code, or `any`. */
  code: z.string().optional(),
  verdict: verdict.optional(),
  chat: z.string().optional(),
  idMessage: z.string().optional(),
  /** ISO 8601; the first moment that is included. */
  since: z.string().optional(),
  /** ISO 8601; the last moment that is included. */
  until: z.string().optional(),
});
export type NotificationFilter = z.output<typeof notificationFilter>;

/** What the user may change of a stored notification. */
export const notificationChange = z.strictObject({
  pinned: z.boolean().optional(),
  note: z.string().max(10_000).optional(),
});
export type NotificationChange = z.output<typeof notificationChange>;

export const notificationField = z.object({
  path: z.string(),
  type: z.string(),
  /** A number that JavaScript cannot hold as it was sent is the text that was sent. */
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** Whether its object, or one around it, has a key again that it had before. */
  isRepeated: z.boolean(),
  meaning: z.string(),
});

export const notificationDetail = z.object({
  summary: notificationSummary,
  method: z.string(),
  path: z.string(),
  peer: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Null when no response was sent, or it is not known. */
  response: listenerResponse.nullable(),
  /** The body as text, however it was compressed or encoded. */
  text: z.string(),
  /** Empty without a Content-Type. */
  contentType: z.string(),
  /** What is wrong with a body that is meant to be JSON; null when nothing is. */
  jsonProblem: z.object({ message: z.string(), line: z.number().int(), column: z.number().int() }).nullable(),
  fields: z.array(notificationField),
  differences: z.array(z.object({ path: z.string(), problem: z.string() })),
  /** How the provider signs; null when it does not, or is not known. The result is null when its secret was not entered. */
  signed: z.object({ scheme: z.string(), result: signatureResult.nullable() }).nullable(),
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

export const listenerStatus = z.object({
  listening: z.boolean(),
  host: z.string(),
  port: z.number().int(),
  url: z.string(),
  /** Why it does not listen although it should, or what has to be known. */
  notice: z.string().nullable(),
  hasToken: z.boolean(),
  tls: listenerTls,
  rules: z.array(answerRule),
  keep: retention,
  received: z.number().int(),
  /** Whether web pages may send. */
  allowBrowsers: z.boolean(),
  /** Requests that were refused: a wrong token or none, a web page, too large, too much at once. */
  refused: z.number().int(),
  /** Visits of a browser, which are answered with a hint and not stored. */
  visits: z.number().int(),
});
export type ListenerStatus = z.output<typeof listenerStatus>;

/** As the sandbox gets it. */
export interface ArrivedNotification extends Pick<
  NotificationSummary,
  'id' | 'kind' | 'title' | 'code' | 'receivedAt' | 'method' | 'provider' | 'event'
> {
  /** With its query. */
  path: string;
  /** A list where a name was given more than once. */
  query: Record<string, string | string[]>;
  /** The headers by their names in lower case; the values of repeated ones are joined by a comma. */
  headers: Record<string, string>;
  /** As they were sent, one after the other. */
  headerList: { name: string; value: string }[];
  /** The body as text, decoded and unpacked. */
  text: string;
  /** The bytes as they were sent; null where they are `text` in UTF-8. */
  base64: string | null;
}
