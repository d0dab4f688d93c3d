/** The response rules of the listener, in the form in which they are set, stored and passed between processes. */
import * as z from 'zod';

const headerName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of a header: letters, digits and hyphens, without blanks');

const header = z
  .strictObject({
    name: headerName.meta({ title: 'Name' }),
    value: z.string().max(10_000).meta({ title: 'Value' }),
  })
  .meta({ title: 'Header' });

/** A rule for the listener's response. The first matching rule is used; without one the response is 200 at once. */
export const answerRule = z
  .strictObject({
    /** Shown beside the notifications that it has answered; empty: its conditions and its status. */
    name: z.string().max(200).default('').meta({ title: 'Name' }),
    /** Whether the rule is enabled. */
    on: z.boolean().default(true),
    /** Whether it is kept after the session. */
    persistent: z.boolean().default(false),
    /** Null: every method. */
    method: z.string().max(100).nullable().default(null).meta({ title: 'Method' }),
    /** The path without its query, in which `*` matches anything; null: every path. */
    path: z.string().max(2000).nullable().default(null).meta({ title: 'Path' }),
    /** Null: every provider, or none. */
    provider: z.string().max(200).nullable().default(null).meta({ title: 'Provider' }),
    /** The provider's name for the event; null: every event. */
    event: z.string().max(200).nullable().default(null).meta({ title: 'Event' }),
    /** Null: every kind. */
    kind: z.string().max(200).nullable().default(null).meta({ title: 'Kind' }),
    status: z.number().int().min(200).max(599).meta({ title: 'Status' }),
    headers: z.array(header).max(50).default([]).meta({ title: 'Headers' }),
    /** May contain templates, such as `{{request.body.challenge}}`. Null: the id of the notification. */
    body: z.string().max(1_000_000).nullable().default(null).meta({ title: 'Body' }),
    delayMs: z
      .number()
      .int()
      // The form has seconds.
      .min(0, 'must be 0 or more')
      .max(180_000, 'must be 180 seconds or less')
      .default(0)
      .meta({ title: 'Delay (s)' }),
    /** After this many responses the rule answers 200; 0: never. */
    times: z.number().int().min(0).default(0).meta({ title: 'Times' }),
  })
  .meta({ title: 'Rule' });
export type AnswerRule = z.output<typeof answerRule>;

/** All rules together have to fit into one message between the processes that share a listener. */
const MAX_RULES_CHARACTERS = 8_000_000;
export const answerRules = z
  .array(answerRule)
  .max(50)
  .refine((rules) => JSON.stringify(rules).length <= MAX_RULES_CHARACTERS, {
    error: 'All rules together may have 8 million characters.',
  });
