/** The rules by which the listener responds, as they are set, stored and passed between processes. */
import * as z from 'zod';

const headerName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not the name of a header');

/** What the listener responds with. The first rule that applies is used; without one the response is 200 at once. */
export const answerRule = z.strictObject({
  /** Shown beside the notifications that it has answered; empty: its conditions and its status. */
  name: z.string().max(200).default(''),
  /** Whether it is in use. */
  on: z.boolean().default(true),
  /** Whether it outlives the session. */
  persistent: z.boolean().default(false),
  /** Null: every method. */
  method: z.string().max(100).nullable().default(null),
  /** The path without its query, in which `*` stands for anything; null: every path. */
  path: z.string().max(2000).nullable().default(null),
  /** Null: every provider, or none. */
  provider: z.string().max(200).nullable().default(null),
  /** The provider's name of the event; null: every event. */
  event: z.string().max(200).nullable().default(null),
  /** Null: every kind. */
  kind: z.string().max(200).nullable().default(null),
  status: z.number().int().min(200).max(599),
  headers: z
    .array(z.strictObject({ name: headerName, value: z.string().max(10_000) }))
    .max(50)
    .default([]),
  /** May have templates, such as `{{request.body.challenge}}`. Null: the number of the notification. */
  body: z.string().max(1_000_000).nullable().default(null),
  delayMs: z.number().int().min(0).max(180_000).default(0),
  /** After so many responses it succeeds with 200; 0: never. */
  times: z.number().int().min(0).default(0),
});
export type AnswerRule = z.output<typeof answerRule>;

/** Rules are passed between the processes that share a listener in one message. */
const MAX_RULES_CHARACTERS = 8_000_000;
export const answerRules = z
  .array(answerRule)
  .max(50)
  .refine((rules) => JSON.stringify(rules).length <= MAX_RULES_CHARACTERS, {
    error: 'All rules together may have 8 million characters.',
  });
