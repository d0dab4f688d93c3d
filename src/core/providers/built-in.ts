/** Every built-in provider, in the order in which they try to recognise a notification. */
import type { ProviderDefinition } from '../../contract/webhooks/webhook-provider.ts';
import { defineProvider } from './definition/define-provider.ts';
import { github } from './github/github.ts';
import { messaging } from './messaging/provider.ts';
import type { Provider } from './provider.ts';
import { shopify } from './shopify/shopify.ts';
import { slack } from './slack/slack.ts';
import { standardWebhooks } from './standard-webhooks/standard-webhooks.ts';
import { stripe } from './stripe/stripe.ts';
import { twilio } from './twilio/twilio.ts';

/**
 * Standard Webhooks is last, because other providers use its signatures and are more specific. Typed as what the schema
 * returns, and checked with it by a test only: parsing them took most of the time before the first notification was recognised.
 */
export const definitions: Readonly<Record<string, ProviderDefinition>> = {
  github,
  stripe,
  slack,
  shopify,
  twilio,
  'standard-webhooks': standardWebhooks,
};

let builtIn: readonly Provider[] | undefined;
/** Lazy: compiling the descriptions takes a sixth of the command line's start, and most runs wait for no webhook. */
export const builtInProviders = (): readonly Provider[] =>
  (builtIn ??= [messaging, ...Object.entries(definitions).map(([id, definition]) => defineProvider(id, definition))]);
