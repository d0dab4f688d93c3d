/**
 * The signature schemes known by name. Without zod: the command line needs them to read its options, and loads zod while
 * the sandbox process starts.
 */
export const schemeNames = ['stripe', 'github', 'standard-webhooks', 'slack', 'shopify', 'twilio'] as const;
export type SchemeName = (typeof schemeNames)[number];

/** Secrets that one sender may have at a time, while they are changed. */
export const MAX_SECRETS = 10;
