/**
 * The account's queue as a second source of notifications, where no address can be reached from outside. Stored first,
 * then deleted: killed in between, a notification comes again and is marked as a repeat (decisions page, "queue").
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toFailure } from '../../../contract/errors.ts';
import type { Account } from './account.ts';

export interface QueueStatus {
  /** `stopped` with a problem: it does not go on by itself. */
  state: 'off' | 'receiving' | 'waiting' | 'stopped';
  problem: string | null;
  /** Notifications received so. */
  received: number;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Where the received notifications are stored: `Notifications` of `core/notifications`. */
interface NotificationSink {
  /** Settles when all of them are durable. */
  add(received: QueuedNotification[]): Promise<unknown>;
}
interface QueuedNotification {
  receivedAt: Date;
  source: 'queue';
  method: string;
  path: string;
  peer: string;
  /** Names and values in turn. */
  rawHeaders: string[];
  body: Buffer;
}

/** Polls until the signal aborts or the service refuses; never rejects. */
export async function pollQueue(options: {
  account: Account;
  notifications: NotificationSink;
  onStatus: (status: QueueStatus) => void;
  signal: AbortSignal;
  /** Seconds that the service waits for a notification: 5 to 60. */
  receiveTimeout?: number;
}): Promise<void> {
  const { account, notifications, onStatus, signal, receiveTimeout = 20 } = options;
  let received = 0;
  let pause = FIRST_PAUSE_MS;
  const tell = (state: QueueStatus['state'], problem: string | null = null) => onStatus({ state, problem, received });

  tell('receiving');
  while (!signal.aborted) {
    try {
      const answer = await account.call('GET', 'receiveNotification', {
        query: `receiveTimeout=${receiveTimeout}`,
        signal,
      });
      if (answer.status === 200) {
        const envelope = answer.json as { receiptId?: number; body?: unknown } | null;
        pause = FIRST_PAUSE_MS;
        if (envelope?.receiptId === undefined) continue;
        const body = Buffer.from(JSON.stringify(envelope.body));
        const rawHeaders = ['Content-Type', 'application/json'];
        await notifications.add([
          { receivedAt: new Date(), source: 'queue', method: 'POST', path: '/', peer: 'queue', rawHeaders, body },
        ]);
        received += 1;
        tell('receiving');
        await account.call('DELETE', 'deleteNotification', { rest: String(envelope.receiptId), signal });
        continue;
      }
      if (answer.status !== 429 && answer.status < 500)
        return tell('stopped', account.explain(answer.status, answer.json));
      tell('waiting', account.explain(answer.status, answer.json));
    } catch (error) {
      if (signal.aborted) break;
      tell('waiting', toFailure(error).message);
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    if (!signal.aborted) tell('receiving');
  }
  tell('off');
}
