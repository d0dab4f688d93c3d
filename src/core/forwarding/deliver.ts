/** Sends a notification to a server, and describes the result. */
import { MAX_RESPONSE_TEXT, type Delivery } from '../../contract/webhooks/forwarding-calls.ts';
import type { OutgoingWebhook } from './outgoing-webhook.ts';
import type { SendWebhookOptions, WebhookResponse, WebhookSender } from './send-webhook.ts';

/** The usual limit of webhook senders for a response. */
export const RESPONSE_TIMEOUT_MS = 30_000;

interface DeliveryWithResponse {
  delivery: Omit<Delivery, 'id'>;
  webhookResponse: WebhookResponse;
}

/** @throws Cancelled */
export async function deliver(
  sender: WebhookSender,
  webhook: OutgoingWebhook,
  options: SendWebhookOptions & Pick<Delivery, 'notification' | 'kind' | 'signed' | 'attempts'>,
): Promise<DeliveryWithResponse> {
  const { notification, kind, signed, attempts } = options;
  const at = new Date().toISOString();
  const webhookResponse = await sender.send(webhook, options);
  const { status, headers, size, durationMs, failure } = webhookResponse;
  const text = webhookResponse.body.toString('utf8');
  return {
    webhookResponse,
    delivery: {
      notification,
      kind,
      signed,
      attempts,
      at,
      method: webhook.method,
      url: `${webhook.origin}${webhook.path}`,
      status,
      headers,
      size,
      failure,
      text: text.slice(0, MAX_RESPONSE_TEXT),
      durationMs: Math.round(durationMs),
      truncated: webhookResponse.truncated || text.length > MAX_RESPONSE_TEXT,
    },
  };
}
