/** Forwards one notification, and tries again while the server cannot be reached. */
import pRetry from 'p-retry';
import { codedError } from '../../contract/errors.ts';
import type { Delivery } from '../../contract/webhooks/forwarding-calls.ts';
import type { StoredNotification } from '../notifications/store/store.ts';
import { RESPONSE_TIMEOUT_MS, deliver } from './deliver.ts';
import type { ForwardingLedger } from './forwarding-ledger.ts';
import type { ForwardedNotification } from './waiting-entries.ts';
import { forwarders, outgoingWebhook } from './outgoing-webhook.ts';
import type { WebhookSender } from './send-webhook.ts';

/** Pauses while the server cannot be reached, in milliseconds; each is twice the one before. */
const BACK_OFF = { first: 500, longest: 15_000 };
/** Makes `pRetry` send the notification again. */
const unreached = codedError('RequestFailed', 'The server was not reached.');

export interface ForwardingOptions {
  sender: WebhookSender;
  /** @throws NotificationNotFound */
  read: (id: number) => Promise<StoredNotification>;
  /** Stores a delivery that has reached the server. */
  record: (delivery: Omit<Delivery, 'id'>) => Promise<unknown>;
  /** The claims of other processes that forward for this workspace. */
  ledger: ForwardingLedger;
  /** Called after each attempt. An attempt that did not reach the server is repeated. */
  onAttempt: (delivery: Omit<Delivery, 'id'>, isUnreached: boolean) => void;
  timeoutMs?: number;
  backOff?: { first: number; longest: number };
}

/**
 * Returns a function that forwards a notification. Only attempts that have not reached the server are repeated, because
 * the server may have processed any other.
 */
export function createForwarding(options: ForwardingOptions) {
  const { sender, read, record, ledger, onAttempt, timeoutMs = RESPONSE_TIMEOUT_MS, backOff = BACK_OFF } = options;
  return async (other: ForwardedNotification, to: URL, signal: AbortSignal): Promise<void> => {
    const { id: notification } = other;
    const storedNotification = await read(notification);
    if (storedNotification.summary.receivedAt !== other.receivedAt) {
      throw codedError(
        'NotificationNotFound',
        `Notification ${notification} is not the one that was waiting: its number was reused.`,
      );
    }
    const forwardedBy = ledger.identity();
    if (forwarders(storedNotification).includes(forwardedBy)) {
      throw codedError(
        'InvalidParams',
        `Notification ${notification} was forwarded by this workspace: it came back.`,
        'Forward to a server that does not send to this listener.',
      );
    }
    const webhook = outgoingWebhook(storedNotification, to, { forwardedBy });
    await pRetry(
      async (attempts) => {
        if (!ledger.claim(to, other)) return;
        const sent = { signal, timeoutMs, notification, kind: 'forward' as const, signed: false, attempts };
        const { delivery, webhookResponse } = await deliver(sender, webhook, sent).catch((error: unknown) => {
          ledger.release(to, other);
          throw error;
        });
        if (webhookResponse.unreached) ledger.release(to, other);
        else ledger.finish(to, other);
        onAttempt(delivery, webhookResponse.unreached);
        if (webhookResponse.unreached) throw unreached;
        await record(delivery);
      },
      {
        retries: Infinity,
        minTimeout: backOff.first,
        maxTimeout: backOff.longest,
        factor: 2,
        signal,
        shouldRetry: ({ error }) => error === unreached,
      },
    );
  };
}
