/**
 * The descriptions of all providers, without the tables by which they recognise events: loading those takes several
 * times as long as the rest of a call that only lists the providers.
 */
import { visibleText } from '../../contract/visible-text.ts';
import type { SignatureScheme } from '../../contract/webhooks/webhook-signature.ts';
import type { NamedDefinition } from './definition/provider-files.ts';
import type { Provider } from './provider.ts';

export type ProviderDescription = Pick<Provider, 'id' | 'name' | 'documentation' | 'signature'>;

/** Of the providers that sign. */
interface SigningDescription {
  name: string;
  documentation: string;
  signature: SignatureScheme;
}

/** The service signs nothing. It sends its token in the Authorization header, which the listener checks. */
export const messagingDescription: ProviderDescription = {
  id: 'messaging',
  name: 'Messaging service',
  documentation: 'https://green-api.com/en/docs/api/receiving/notifications-format/',
  signature: null,
};

/** The built-in providers except the messaging service, in the order in which they are tried. */
export const descriptions = {
  github: {
    name: 'GitHub',
    documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
    signature: { scheme: 'github' },
  },
  stripe: {
    name: 'Stripe',
    documentation: 'https://docs.stripe.com/api/events/types',
    signature: { scheme: 'stripe' },
  },
  slack: {
    name: 'Slack',
    documentation: 'https://docs.slack.dev/apis/events-api/',
    signature: { scheme: 'slack' },
  },
  shopify: {
    name: 'Shopify',
    documentation: 'https://shopify.dev/docs/api/webhooks',
    signature: { scheme: 'shopify' },
  },
  twilio: {
    name: 'Twilio',
    documentation: 'https://www.twilio.com/docs/usage/webhooks',
    signature: { scheme: 'twilio' },
  },
  'standard-webhooks': {
    name: 'Standard Webhooks',
    documentation: 'https://www.standardwebhooks.com',
    signature: { scheme: 'standard-webhooks' },
  },
} as const satisfies Record<string, SigningDescription>;

/**
 * Describes the providers that `createRecognizer` has, in the same order.
 * @param definitions of the workspace; they replace the built-in ones with the same id
 */
export function describeProviders(definitions: readonly NamedDefinition[]): ProviderDescription[] {
  const ofWorkspace = definitions.map(({ id, definition }) => ({
    id,
    name: visibleText(definition.name),
    documentation: definition.documentation ?? null,
    signature: definition.signature ?? null,
  }));
  const replacedIds = new Set(ofWorkspace.map(({ id }) => id));
  const builtIn = Object.entries(descriptions).map(([id, description]) => ({ id, ...description }));
  return [...ofWorkspace, ...[messagingDescription, ...builtIn].filter(({ id }) => !replacedIds.has(id))];
}
