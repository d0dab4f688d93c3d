/** How senders sign webhooks: the named schemes, and the description of any other HMAC. */
import * as z from 'zod';
import { MAX_SECRETS, schemeNames } from './signature-schemes.ts';

export const headerName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is the name of a header');
const shortText = z.string().max(100);

export const hmacSignature = z.strictObject({
  /** The header with the signature. */
  header: headerName,
  algorithm: z.enum(['sha1', 'sha256', 'sha384', 'sha512']).default('sha256'),
  encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
  /** Text before the signature, such as `sha256=`. */
  prefix: shortText.default(''),
  /** The separator between several values of the header. Absent: the whole header is one signature. */
  separator: z.string().min(1).max(10).optional(),
  /**
   * The signed text. `{body}` is the body as sent; `{timestamp}`, `{method}`, `{path}` (including the query), `{url}`
   * and `{header.NAME}` are replaced.
   */
  signed: z
    .string()
    .min(1)
    .max(1000)
    // A body may have megabytes.
    .refine((text) => text.split('{body}').length <= 2, { message: 'names {body} more than once' })
    .default('{body}'),
  /** The place of the signature's time. Absent: it has none. */
  timestamp: z
    .strictObject({
      header: headerName,
      /** Text before the time, where it is one of several values of the header. */
      prefix: shortText.default(''),
      unit: z.enum(['seconds', 'milliseconds']).default('seconds'),
    })
    .optional(),
  /** The encoding of the secret. */
  secretEncoding: z.enum(['text', 'base64', 'hex']).default('text'),
  /** Text before the encoded key, such as `whsec_`; optional in a secret. */
  secretPrefix: shortText.default(''),
});
export type HmacSignature = z.output<typeof hmacSignature>;

const namedSignature = z.strictObject({ scheme: z.enum(schemeNames) });
export const generalSignature = hmacSignature.extend({ scheme: z.literal('hmac') });
export const signatureScheme = z.discriminatedUnion('scheme', [namedSignature, generalSignature]);
export type SignatureScheme = z.output<typeof signatureScheme>;

/** `missing`: the request has no signature of this scheme. The reason is null when the signature is valid. */
export const signatureResult = z.object({
  state: z.enum(['valid', 'invalid', 'missing']),
  reason: z.string().nullable(),
});
export type SignatureResult = z.output<typeof signatureResult>;

/** The options of pm.webhooks.verify. */
export const verifyOptions = z.strictObject({
  /** Default: the scheme of the notification's provider. */
  scheme: signatureScheme.optional(),
  /** Default: the secrets that were entered in the Webhooks view. */
  secrets: z.array(z.string().max(10_000)).min(1).max(MAX_SECRETS).optional(),
  toleranceSeconds: z.number().min(0).optional(),
  /** The URL that the sender requested, where the headers do not contain it. */
  url: z.string().max(10_000).optional(),
});
export type VerifyOptions = z.output<typeof verifyOptions>;
