/** Every provider that Outrigger knows, in the order in which they are asked. */
import { providerDefinition, type ProviderInput } from '../../contract/webhooks/webhook-provider.ts';
import { defineProvider } from './define-provider.ts';
import { github } from './github/github.ts';
import { messaging } from './messaging/provider.ts';
import type { Provider } from './provider.ts';
import { shopify } from './shopify/shopify.ts';
import { slack } from './slack/slack.ts';
import { standardWebhooks } from './standard-webhooks/standard-webhooks.ts';
import { stripe } from './stripe/stripe.ts';
import { twilio } from './twilio/twilio.ts';

/** Standard Webhooks is the last: others sign by it, and have more to say. */
export const definitions: Readonly<Record<string, ProviderInput>> = {
  github,
  stripe,
  slack,
  shopify,
  twilio,
  'standard-webhooks': standardWebhooks,
};

let builtIn: readonly Provider[] | undefined;
/** Lazy: to compile the descriptions takes a sixth of the start of the command line, and most runs await no webhook. */
export const builtInProviders = (): readonly Provider[] =>
  (builtIn ??= [
    messaging,
    ...Object.entries(definitions).map(([id, input]) => defineProvider(id, providerDefinition.parse(input))),
  ]);
