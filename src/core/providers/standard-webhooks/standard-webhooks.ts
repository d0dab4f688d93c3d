/** Senders that follow Standard Webhooks (standardwebhooks.com), including all that send through Svix. */
import type { ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { descriptions } from '../provider-descriptions.ts';

export const standardWebhooks: ProviderDefinition = {
  ...descriptions['standard-webhooks'],
  recognize: [
    { headers: { 'webhook-id': true, 'webhook-timestamp': true } },
    { headers: { 'svix-id': true, 'svix-timestamp': true } },
  ],
  event: ['{body.type}', '{body.event_type}', '{body.eventType}', '{body.event}'],
  title: [
    '{event | words | capital}: {body.data.id}',
    '{event | words | capital}',
    'Webhook {header.webhook-id}',
    'Webhook {header.svix-id}',
  ],
  sentence: '{event | words | capital}.',
  subject: '{body.data.id}',
  status: '{body.data.status}',
  identity: ['{header.webhook-id}', '{header.svix-id}'],
  fields: {
    type: 'Name of the event',
    event_type: 'Name of the event',
    timestamp: 'When it happened',
    'data.id': 'Identifier of what the event is about',
  },
  events: { '*': {} },
};
