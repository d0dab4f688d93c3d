/**
 * The names of signature schemes. Without zod: the command line reads its options with these values while zod is still
 * being loaded.
 */
export const schemeNames = ['stripe', 'github', 'standard-webhooks', 'slack', 'shopify', 'twilio'] as const;
export type SchemeName = (typeof schemeNames)[number];

/** The number of secrets that one sender may have at a time, while they are being replaced. */
export const MAX_SECRETS = 10;

/** Tolerated seconds between the time of a signature and the arrival; the value that most senders recommend. */
export const DEFAULT_TOLERANCE_SECONDS = 300;
