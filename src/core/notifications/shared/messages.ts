/** The messages between the process with the listener and its followers: frames of JSON over loopback. */
import type { Socket } from 'node:net';
import * as z from 'zod';
import { answerRules } from '../../../contract/webhooks/answer-rules.ts';
import { notificationSource, notificationSummary } from '../../../contract/webhooks/notification.ts';
import { encodeFrame, frameReader } from '../../sandbox-process/frames.ts';
import type { Arrival } from '../listener/arrival.ts';
import { refusalReason } from '../listener/refusals.ts';
import type { RefusedRequest } from '../listener/refused-requests.ts';
import { jsonOrUndefined } from '../../platform/json/json-or-undefined.ts';

const MAX_FRAME_BYTES = 64 * 1024 * 1024;
/** A follower that does not read, so that this much data waits for it, is disconnected and connects again. */
export const MAX_BACKLOG_BYTES = 128 * 1024 * 1024;
/** Limit of a message before the secret was received. */
const MAX_HELLO_BYTES = 4096;

export const hello = z.strictObject({
  secret: z.string(),
  /** SHA-256 of the token that the follower would require from senders, as hex; null without one. */
  token: z.string().nullable(),
  /** Real path of its database. */
  store: z.string(),
  /** The secret of the listener that it followed before; null at first. */
  previous: z.string().nullable(),
  /** Whether it wants to receive notifications; otherwise it only checks whether the listener is alive. */
  follow: z.boolean(),
});
export type Hello = z.output<typeof hello>;

const received = z.object({
  receivedAt: z.number(),
  method: z.string(),
  path: z.string(),
  peer: z.string(),
  rawHeaders: z.array(z.string()),
  /** As base64. */
  body: z.string(),
});
const unpacked = <T extends z.output<typeof received>>(wire: T) => ({
  ...wire,
  receivedAt: new Date(wire.receivedAt),
  body: Buffer.from(wire.body, 'base64'),
});
const arrival = received.extend({ source: notificationSource }).transform((wire): Arrival => unpacked(wire));
const refusedRequest = received
  .extend({ reason: refusalReason, status: z.number().int() })
  .transform((wire): RefusedRequest => unpacked(wire));

/** The wire form of a received request. */
export const wireArrival = <T extends Omit<Arrival, 'source'>>(arrived: T) => ({
  ...arrived,
  rawHeaders: [...arrived.rawHeaders],
  receivedAt: arrived.receivedAt.getTime(),
  body: arrived.body.toString('base64'),
});

const ids = z.array(z.number().int());
/** A change that one process has made in the shared database, for the others to show. */
const storeNews = [
  /** Notifications that can be listed now, or have changed, in their new state. */
  z.object({ t: z.literal('indexed'), summaries: z.array(notificationSummary) }),
  z.object({ t: z.literal('changed'), summaries: z.array(notificationSummary) }),
  /** Notifications were deleted or restored. */
  z.object({ t: z.literal('removed'), ids }),
  z.object({ t: z.literal('restored'), ids }),
] as const;
/** The response rules of the sender of the message. */
const rules = z.object({
  t: z.literal('rules'),
  setAt: z.number().int().nonnegative(),
  rules: answerRules.readonly(),
  /** The number of responses of each rule, for the process that listens next. */
  used: z.array(z.number().int().nonnegative()).readonly().default([]),
});
export const fromFollower = z.discriminatedUnion('t', [...storeNews, rules]);
export type FromFollower = z.output<typeof fromFollower>;
export type RulesMessage = z.output<typeof rules>;
export type StoreNews = Exclude<FromFollower, RulesMessage>;

export const fromListener = z.discriminatedUnion('t', [
  /** Answers a hello; `sameStore` is true when both processes have the same database. */
  z.object({ t: z.literal('accepted'), sameStore: z.boolean(), hasToken: z.boolean(), allowBrowsers: z.boolean() }),
  z.object({ t: z.literal('declined'), why: z.string() }),
  /** Notifications that are durable; the first has this id in the listener's database. */
  z.object({ t: z.literal('taken'), first: z.number().int(), arrivals: z.array(arrival) }),
  z.object({ t: z.literal('refused'), request: refusedRequest }),
  rules,
  /** The listener ends, and its process will listen again with other settings. */
  z.object({ t: z.literal('restarting') }),
  /** Only for followers with the same database. */
  ...storeNews,
]);
export type FromListener = z.output<typeof fromListener>;
export type WireMessage = z.input<typeof fromListener>;

/** Limit for the bodies in one message. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

/** One or more messages for notifications that were stored together. */
export function takenMessages(first: number, arrivals: readonly Arrival[]): WireMessage[] {
  const messages: WireMessage[] = [];
  for (let from = 0; from < arrivals.length;) {
    let [to, bytes] = [from, 0];
    do bytes += arrivals[to++]?.body.length ?? 0;
    while (to < arrivals.length && bytes < MAX_GROUP_BYTES);
    messages.push({ t: 'taken', first: first + from, arrivals: arrivals.slice(from, to).map(wireArrival) });
    from = to;
  }
  return messages;
}

/** Limit for the entries of one message. */
const MAX_GROUP = 2000;

/** One or more messages for changes that were made together. */
export function newsMessages(news: StoreNews): StoreNews[] {
  const groups = <T>(all: readonly T[]) =>
    Array.from({ length: Math.ceil(all.length / MAX_GROUP) }, (_, group) =>
      all.slice(group * MAX_GROUP, (group + 1) * MAX_GROUP),
    );
  return 'ids' in news
    ? groups(news.ids).map((some) => ({ ...news, ids: some }))
    : groups(news.summaries).map((some) => ({ ...news, summaries: some }));
}

export const frameOf = (message: WireMessage | FromFollower | Hello): Buffer => encodeFrame(JSON.stringify(message));

/**
 * Reads messages; invalid data ends the connection.
 * @param isTrusted whether other messages than a hello are accepted
 * @returns a function that stops reading; later data is ignored
 */
export function readMessages<T>(
  socket: Socket,
  schema: z.ZodType<T>,
  isTrusted: boolean,
  onMessage: (message: T) => void,
): () => void {
  let isReading = true;
  const read = frameReader({
    maxBytes: isTrusted ? MAX_FRAME_BYTES : MAX_HELLO_BYTES,
    onFrame(bytes) {
      if (!isReading) return;
      const { success, data } = schema.safeParse(jsonOrUndefined(bytes.toString('utf8')));
      if (success) onMessage(data);
      else socket.destroy();
    },
    onTooLong: () => socket.destroy(),
  });
  socket.on('data', read);
  return () => {
    isReading = false;
    socket.off('data', read);
  };
}
