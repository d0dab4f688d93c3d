/** What the interface asks about the providers of webhooks and the secrets by which they sign. */
import * as z from 'zod';
import { MAX_SECRETS } from './signature-schemes.ts';

export const providerInfo = z.object({
  id: z.string(),
  name: z.string(),
  documentation: z.string().nullable(),
  /** How it signs; null when it does not. */
  scheme: z.string().nullable(),
  hasSecret: z.boolean(),
  /** Described by a file of the workspace. */
  isOwn: z.boolean(),
});
export type ProviderInfo = z.output<typeof providerInfo>;

export const providerList = z.object({
  /** In the order in which they are asked. */
  providers: z.array(providerInfo),
  /** Files of the workspace that cannot be used: a sentence for each, which begins with the file. */
  problems: z.array(z.string()),
});
export type ProviderList = z.output<typeof providerList>;

export const webhookProviderCalls = {
  'webhookProviders.list': { params: z.strictObject({}), result: providerList },
  /** Stores the secrets by which a provider signs; none: they are removed. The latest notifications are checked again. */
  'webhookProviders.setSecrets': {
    params: z.strictObject({
      id: z.string().max(100),
      secrets: z
        .array(
          z
            .string()
            .min(1)
            .max(10_000)
            .refine((secret) => !secret.includes('\n')),
        )
        .max(MAX_SECRETS),
    }),
    result: providerList,
  },
} as const;
