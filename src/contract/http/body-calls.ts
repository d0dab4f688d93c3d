/** Calls about the bodies of responses, by the run that received each. */
import * as z from 'zod';

const bodyForm = z.enum(['pretty', 'raw', 'hex']);
const textForm = z.enum(['pretty', 'raw']);
/** `note` says why a text is shown unformatted although it was to be formatted. */
const formattedText = z.object({ text: z.string(), note: z.string().optional() });

export const bodyCalls = {
  /** Lines of a response's body, for viewing. */
  'body.lines': {
    params: z.strictObject({
      runId: z.string(),
      form: bodyForm,
      from: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(2000),
    }),
    result: z.object({
      lines: z.array(z.string()),
      total: z.number().int(),
      complete: z.boolean(),
      note: z.string().optional(),
    }),
  },
  /** The whole body as a text, for copying and comparing; FileTooLarge above 32 MiB. */
  'body.text': { params: z.strictObject({ runId: z.string(), form: textForm }), result: formattedText },
  /** Formats a text that is not the body of a stored response. */
  'body.format': {
    params: z.strictObject({ text: z.string().max(10_000_000), contentType: z.string().max(1000) }),
    result: formattedText,
  },
  /** The values that a JSONPath (RFC 9535) selects in a JSON body, or the mistake in the path and its position. */
  'body.query': {
    params: z.strictObject({ runId: z.string(), path: z.string().max(10_000) }),
    result: z.union([
      /** `shown` matches are in `text`, a JSON list; fewer than `count` if the text would be too long. */
      z.object({ text: z.string(), count: z.number().int(), shown: z.number().int() }),
      z.object({ problem: z.string(), position: z.number().int().nullable() }),
    ]),
  },
  'body.find': {
    params: z.strictObject({
      runId: z.string(),
      form: bodyForm,
      text: z.string().max(1000),
      from: z.number().int().nonnegative(),
    }),
    result: z.object({ line: z.number().int().nullable() }),
  },
  /** The members of an object or list in a JSON body. */
  'body.children': {
    params: z.strictObject({
      runId: z.string(),
      path: z.array(z.string()).max(200),
      from: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(1000),
    }),
    result: z.object({
      children: z.array(
        z.object({
          key: z.string(),
          type: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
          text: z.string(),
          size: z.number().int(),
        }),
      ),
      total: z.number().int(),
    }),
  },
  'body.bytes': {
    params: z.strictObject({
      runId: z.string(),
      from: z.number().int().nonnegative(),
      count: z
        .number()
        .int()
        .min(1)
        .max(4 * 1024 * 1024),
    }),
    result: z.object({ base64: z.string() }),
  },
} as const;
