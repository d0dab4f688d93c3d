/** Calls about the providers of webhooks and the secrets by which they sign. */
import * as z from 'zod';
import { MAX_SECRETS } from './signature-schemes.ts';

const providerInfo = z.object({
  id: z.string(),
  name: z.string(),
  documentation: z.string().nullable(),
  /** Its signature scheme; null when it does not sign. */
  scheme: z.string().nullable(),
  hasSecret: z.boolean(),
  /** Whether a file of the workspace defines it. */
  isOwn: z.boolean(),
});
export type ProviderInfo = z.output<typeof providerInfo>;

export const providerList = z.object({
  /** In the order in which they are tried. */
  providers: z.array(providerInfo),
  /** A sentence for each unusable file of the workspace, which begins with the file. */
  problems: z.array(z.string()),
});
export type ProviderList = z.output<typeof providerList>;

export const webhookProviderCalls = {
  'webhookProviders.list': { params: z.strictObject({}), result: providerList },
  /** Stores the secrets of a provider; an empty list removes them. The latest notifications are checked again. */
  'webhookProviders.setSecrets': {
    params: z.strictObject({
      id: z.string().max(100),
      secrets: z
        .array(
          z
            .string()
            .min(1)
            .max(10_000)
            .refine((secret) => !secret.includes('\n'), 'must be on one line')
            .meta({ title: 'Secret' }),
        )
        .max(MAX_SECRETS)
        .meta({ title: 'Secrets' }),
    }),
    result: providerList,
  },
} as const;
