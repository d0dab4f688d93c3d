/** Sends notifications again, one after the other, and stores the responses. */
import type { Delivery, ReplaySignature } from '../../contract/webhooks/forwarding-calls.ts';
import type { StoredNotification } from '../notifications/store/store.ts';
import { RESPONSE_TIMEOUT_MS, deliver } from './deliver.ts';
import { outgoingWebhook, parseTarget } from './outgoing-webhook.ts';
import type { WebhookSender } from './send-webhook.ts';

/**
 * Sends the notifications in the order of their arrival. A server that cannot be reached or refuses does not end the
 * replay.
 * @throws InvalidParams for the address or the secret, NotificationNotFound, Cancelled
 */
export async function replay(options: {
  sender: WebhookSender;
  ids: readonly number[];
  url: string;
  sign: ReplaySignature | null;
  /** @throws NotificationNotFound */
  read: (id: number) => Promise<StoredNotification>;
  /** Stores the response, without its secrets. */
  record: (delivery: Omit<Delivery, 'id'>) => Promise<Delivery>;
  signal: AbortSignal;
  timeoutMs?: number;
}): Promise<Delivery[]> {
  const { sender, ids, url, sign, read, record, signal, timeoutMs = RESPONSE_TIMEOUT_MS } = options;
  const target = parseTarget(url);
  const deliveries: Delivery[] = [];
  for (const notification of ids.toSorted((a, b) => a - b)) {
    const signOptions = sign && { ...sign, now: new Date() };
    const webhook = outgoingWebhook(await read(notification), target, { sign: signOptions });
    const sent = { signal, timeoutMs, notification, kind: 'replay' as const, signed: sign !== null, attempts: 1 };
    const { delivery } = await deliver(sender, webhook, sent);
    deliveries.push(await record(delivery));
  }
  return deliveries;
}
