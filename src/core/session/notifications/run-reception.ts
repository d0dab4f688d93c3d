/**
 * The sources of notifications for scripts: the listener of the workspace, or the queue of an account. The command line
 * begins to receive as soon as a script asks for notifications.
 */
import { codedError } from '../../../contract/errors.ts';
import type { HttpClient } from '../../http/http-client.ts';
import type { ListenWish, Notifications } from '../../notifications/notifications.ts';
import { createRunWebhooks, type RunWebhooks } from '../../notifications/run-webhooks.ts';
import { createAccount, type AccountSettings } from '../../providers/messaging/account/account.ts';
import type { WorkspaceQueue } from './workspace-queue.ts';

export interface RunReception {
  /** The notifications for the scripts of a run that begins now. */
  forRun(): RunWebhooks;
  /** Starts receiving if necessary. @throws NotListening, PortInUse, InvalidParams, StorageFailed */
  receive(): Promise<void>;
}

export function createRunReception(options: {
  notifications: Notifications;
  queue: WorkspaceQueue;
  http: HttpClient;
  /** The address to listen at as soon as a script asks for notifications. */
  listenOnUse: ListenWish | undefined;
  /** The account whose queue is read as soon as a script asks for notifications, instead of listening. */
  queueOnUse: AccountSettings | undefined;
}): RunReception {
  const { notifications, queue, http, listenOnUse, queueOnUse } = options;
  let startingQueue: Promise<void> | undefined;
  const isReceiving = () => notifications.status().listening || queue.isReceiving();

  async function receive(): Promise<void> {
    if (queueOnUse) await (startingQueue ??= queue.start(createAccount(http, queueOnUse)));
    else if (listenOnUse) await notifications.listen(listenOnUse);
    if (isReceiving()) return;
    const { problem } = queue.status();
    if (problem) throw codedError('NotListening', `The queue of the account is not received: ${problem}`);
    throw codedError(
      'NotListening',
      'No listener for notifications is running.',
      'Switch the listener on in the Webhooks view, or receive by the queue of the account.',
    );
  }
  /** While the queue is the only source, there is no address, and a wait ends when the service refuses. */
  const alsoByQueue = (webhooks: RunWebhooks): RunWebhooks => ({
    ...webhooks,
    forRequest: () => alsoByQueue(webhooks.forRequest()),
    async next(start, signal) {
      await receive();
      if (notifications.status().listening) return webhooks.next(start, signal);
      const ending = new AbortController();
      const anySignal = AbortSignal.any([signal, ending.signal]);
      try {
        const page = await Promise.race([webhooks.next(start, anySignal), queue.refused(anySignal)]);
        const { problem } = queue.status();
        return page.items.length > 0 || problem === null ? page : { ...page, problem };
      } finally {
        ending.abort();
      }
    },
    async url() {
      const url = await webhooks.url();
      if (url !== '') return url;
      const message = 'Notifications come from the queue of the account: there is no address to send them to.';
      throw codedError('NotListening', message, 'Switch the listener on, or leave pm.webhooks.url out.');
    },
  });

  return { forRun: () => alsoByQueue(createRunWebhooks(notifications, receive, isReceiving)), receive };
}
