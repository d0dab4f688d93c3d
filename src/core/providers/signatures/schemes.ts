/**
 * The signature schemes by name. Where a scheme has several forms, the first one whose header the request has applies.
 */
import type { SchemeName } from '../../../contract/webhooks/signature-schemes.ts';
import type { HmacSignature } from '../../../contract/webhooks/webhook-signature.ts';
import type { SignatureForm } from './signature-key.ts';

type SignatureTime = NonNullable<HmacSignature['timestamp']>;
/** What `hmacSignature` takes. */
type HmacDescription = Pick<HmacSignature, 'header'> &
  Partial<Omit<HmacSignature, 'timestamp'>> & { timestamp?: Pick<SignatureTime, 'header'> & Partial<SignatureTime> };
/**
 * Adds what `hmacSignature` adds. Not with the schema itself: the thread of the store uses zod for nothing else, and
 * loading it takes a fifth of the thread's start.
 */
export const hmac = ({ timestamp, ...description }: HmacDescription): HmacSignature => ({
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
  signed: '{body}',
  secretEncoding: 'text',
  secretPrefix: '',
  ...description,
  ...(timestamp ? { timestamp: { prefix: '', unit: 'seconds', ...timestamp } } : {}),
});

/** Standard Webhooks. Its headers begin with `webhook-`, or with `svix-` where the service Svix sends them. */
const standardWebhooks = (start: string): SignatureForm => ({
  ...hmac({
    header: `${start}-signature`,
    encoding: 'base64',
    prefix: 'v1,',
    separator: ' ',
    signed: `{header.${start}-id}.{timestamp}.{body}`,
    timestamp: { header: `${start}-timestamp` },
    secretEncoding: 'base64',
    secretPrefix: 'whsec_',
  }),
  ed25519: { prefix: 'v1a,', publicKeyPrefix: 'whpk_', privateKeyPrefix: 'whsk_' },
});

export const hmacSchemes: Record<Exclude<SchemeName, 'twilio'>, readonly [SignatureForm, ...SignatureForm[]]> = {
  stripe: [
    hmac({
      header: 'Stripe-Signature',
      prefix: 'v1=',
      separator: ',',
      signed: '{timestamp}.{body}',
      timestamp: { header: 'Stripe-Signature', prefix: 't=' },
    }),
  ],
  github: [
    hmac({ header: 'X-Hub-Signature-256', prefix: 'sha256=' }),
    hmac({ header: 'X-Hub-Signature', prefix: 'sha1=', algorithm: 'sha1' }),
  ],
  'standard-webhooks': [standardWebhooks('webhook'), standardWebhooks('svix')],
  slack: [
    hmac({
      header: 'X-Slack-Signature',
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}',
      timestamp: { header: 'X-Slack-Request-Timestamp' },
    }),
  ],
  shopify: [hmac({ header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' })],
};
