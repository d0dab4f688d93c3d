/**
 * Sends notifications to a server of the user as they arrive, one after the other. Receiving never waits for it: only the
 * numbers of notifications wait in memory. While the server cannot be reached, the first of them is tried again.
 */
import pRetry from 'p-retry';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { Delivery, ForwardingStatus } from '../../contract/forwarding-calls.ts';
import type { NotificationSummary } from '../../contract/notification.ts';
import type { StoredNotification } from '../notifications/store.ts';
import { ANSWER_TIMEOUT_MS, deliver } from './deliver.ts';
import type { ForwardedNotification, ForwardingLedger } from './forwarding-ledger.ts';
import { forwarders, outgoingWebhook, parseTarget } from './outgoing-webhook.ts';
import type { WebhookSender } from './send-webhook.ts';

/** Notifications that may wait; further ones are dropped and counted. */
const MAX_WAITING = 10_000;
/** Pauses while the server cannot be reached, in milliseconds; each is twice the one before. */
const BACK_OFF = { first: 500, longest: 15_000 };

/** Has the same notification sent again. */
const unreached = codedError('RequestFailed', 'The server was not reached.');

export interface Forwarder {
  status(): ForwardingStatus;
  /** Switching off forgets what waits. @throws InvalidParams when the address is not one to forward to */
  set(wish: { on: boolean; url: string }): void;
  /** Notifications that have arrived. Returns at once. */
  take(received: readonly NotificationSummary[]): void;
  close(): Promise<void>;
}
export interface ForwarderOptions {
  sender: WebhookSender;
  /** The address of the last time. */
  url: string;
  /** @throws NotificationNotFound */
  read: (id: number) => Promise<StoredNotification>;
  /** Keeps what was answered. */
  record: (delivery: Omit<Delivery, 'id'>) => Promise<unknown>;
  /** What other processes that forward for this workspace have sent. */
  ledger: ForwardingLedger;
  /** Whether the address is that of the listener. */
  isListener: (url: URL) => boolean;
  onStatus: (status: ForwardingStatus) => void;
  timeoutMs?: number;
  maxWaiting?: number;
  backOff?: { first: number; longest: number };
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { sender, read, record, ledger, isListener, onStatus } = options;
  const { timeoutMs = ANSWER_TIMEOUT_MS, maxWaiting = MAX_WAITING, backOff = BACK_OFF } = options;
  let waiting: ForwardedNotification[] = [];
  let target: URL | undefined;
  let { url } = options;
  let [answered, dropped] = [0, 0];
  let problem: string | null = null;
  let switchedOff = new AbortController();
  let working: Promise<void> | undefined;

  const status = (): ForwardingStatus => {
    return { on: target !== undefined, url, waiting: waiting.length, answered, dropped, problem };
  };
  const announce = () => onStatus(status());

  async function work(to: URL, signal: AbortSignal): Promise<void> {
    for (let first = waiting[0]; first !== undefined && !signal.aborted; first = waiting[0]) {
      try {
        await forward(first, to, signal);
      } catch (error) {
        if (signal.aborted) return;
        dropped += 1;
        problem = toFailure(error).message;
      }
      if (signal.aborted) return;
      waiting.shift();
      announce();
    }
  }
  /** Repeats what has not reached the server; anything else may have been processed there. */
  async function forward(one: ForwardedNotification, to: URL, signal: AbortSignal): Promise<void> {
    const { id: notification } = one;
    const stored = await read(notification);
    const forwardedBy = ledger.identity();
    if (forwarders(stored).includes(forwardedBy)) {
      throw codedError('InvalidParams', `Notification ${notification} was forwarded by this workspace: it came back.`);
    }
    const webhook = outgoingWebhook(stored, to, { forwardedBy });
    await pRetry(
      async (attempts) => {
        if (!ledger.claim(to, one)) return;
        const sent = { signal, timeoutMs, notification, kind: 'forward' as const, signed: false, attempts };
        const { delivery, answer } = await deliver(sender, webhook, sent);
        problem = delivery.failure;
        if (answer.unreached) {
          ledger.release(to, one);
          announce();
          throw unreached;
        }
        if (delivery.status !== null) answered += 1;
        await record(delivery);
      },
      {
        ...{ retries: Infinity, minTimeout: backOff.first, maxTimeout: backOff.longest, factor: 2, signal },
        shouldRetry: ({ error }) => error === unreached,
      },
    );
  }
  function begin(): void {
    if (working || !target || waiting.length === 0) return;
    const [to, { signal }] = [target, switchedOff];
    working = ledger
      .inTurn(to, signal, () => work(to, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) giveUp(toFailure(error).message);
      })
      .finally(() => {
        working = undefined;
        begin();
      });
  }
  function giveUp(why: string): void {
    dropped += waiting.length;
    waiting = [];
    problem = why;
    announce();
  }
  function stop(): void {
    switchedOff.abort();
    target = undefined;
    waiting = [];
  }

  return {
    status,
    set({ on, url: wished }) {
      const next = on || wished !== '' ? parseTarget(wished) : undefined;
      if (next && isListener(next)) {
        const message = `${wished} is the listener of this workspace: it would send notifications to itself.`;
        throw codedError('InvalidParams', message, 'Name the address of your own server.');
      }
      stop();
      url = wished;
      problem = null;
      if (on) {
        [answered, dropped] = [0, 0];
        switchedOff = new AbortController();
        target = next;
      }
      announce();
    },
    take(received) {
      if (!target) return;
      const arrived = received.filter(({ source }) => source !== 'import');
      const free = Math.max(0, maxWaiting - waiting.length);
      waiting.push(...arrived.slice(0, free).map(({ id, receivedAt }) => ({ id, receivedAt })));
      if (arrived.length > free) {
        dropped += arrived.length - free;
        problem = `More than ${maxWaiting} notifications wait to be forwarded; further ones are not.`;
      }
      announce();
      begin();
    },
    async close() {
      stop();
      await working;
    },
  };
}
