/** Receives the notifications of one workspace from the queue of an account. */
import { EventEmitter, once } from 'node:events';
import pLimit from 'p-limit';
import { codedError } from '../../../contract/errors.ts';
import type { Account } from '../../providers/messaging/account/account.ts';
import type { NotificationSink, QueueStatus } from '../../providers/messaging/account/queue-poller.ts';

export interface WorkspaceQueue {
  status(): QueueStatus;
  /** Whether notifications are received, or will be after a temporary failure. */
  isReceiving(): boolean;
  /** Receives from this account only. */
  start(account: Account): Promise<void>;
  stop(): Promise<void>;
  /** Calls the listener with every change. Returns a function that removes the listener. */
  onStatus(listener: (status: QueueStatus) => void): () => void;
  /** Rejects when the service refuses, and when the signal aborts. @throws NotListening */
  refused(signal: AbortSignal): Promise<never>;
}

const OFF: QueueStatus = { state: 'off', problem: null, received: 0 };

export function createWorkspaceQueue(notifications: NotificationSink): WorkspaceQueue {
  const changes = new EventEmitter<{ change: [QueueStatus] }>();
  changes.setMaxListeners(0);
  /** Otherwise two starts at once would both find nothing to stop, and one of them could never be stopped. */
  const inTurn = pLimit(1);
  let status = OFF;
  let polling: { controller: AbortController; ended: Promise<unknown> } | undefined;

  function update(next: QueueStatus): void {
    status = next;
    changes.emit('change', status);
  }
  async function stop(): Promise<void> {
    polling?.controller.abort();
    await polling?.ended;
    polling = undefined;
    // A problem with the former account does not concern the next one.
    if (status !== OFF) update(OFF);
  }
  return {
    status: () => status,
    isReceiving: () => status.state === 'receiving' || status.state === 'waiting',
    start: (account) =>
      inTurn(async () => {
        const { pollQueue } = await import('../../providers/messaging/account/queue-poller.ts');
        await stop();
        const controller = new AbortController();
        const finalStatus = pollQueue({ account, notifications, signal: controller.signal, onStatus: update });
        polling = { controller, ended: finalStatus };
      }),
    stop: () => inTurn(stop),
    onStatus(listener) {
      changes.on('change', listener);
      return () => void changes.off('change', listener);
    },
    async refused(signal) {
      while (status.state !== 'stopped') await once(changes, 'change', { signal });
      throw codedError('NotListening', `The queue of the account is not received: ${status.problem ?? ''}`);
    },
  };
}
