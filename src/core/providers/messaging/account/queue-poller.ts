/**
 * Receives notifications from the account's queue, where no address can be reached from outside. A notification is
 * stored first and deleted from the queue afterwards, so that none is lost when the application ends in between.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import { codedError, toFailure } from '../../../../contract/errors.ts';
import type { Account, AccountResponse } from './account.ts';
import { readEnvelope, type QueueEnvelope } from './queue-envelope.ts';

export interface QueueStatus {
  /** `waiting`: an attempt failed and will be repeated. `stopped`: the service refuses, and nothing is repeated. */
  state: 'off' | 'receiving' | 'waiting' | 'stopped';
  problem: string | null;
  /** The number of notifications received from the queue. */
  received: number;
}

/** Pauses after failures, in milliseconds; each is twice the one before. */
interface BackOff {
  first: number;
  longest: number;
}
const BACK_OFF: BackOff = { first: 1_000, longest: 60_000 };
/**
 * Milliseconds between requests. The service normally holds a request while the queue is empty; this protects one that
 * answers at once.
 */
const EMPTY_PACE_MS = 1_000;
/** Milliseconds for deleting what is stored already when receiving is stopped. */
const LAST_DELETE_MS = 2_000;
/** The number of receipts that are remembered, to recognise a stored notification that is delivered again. */
const MAX_REMEMBERED = 100;

/** The store for received notifications: `Notifications` of `core/notifications`. */
export interface NotificationSink {
  /** Settles when all of them are durable. */
  add(received: QueuedNotification[]): Promise<unknown>;
}
interface QueuedNotification {
  receivedAt: Date;
  source: 'queue';
  method: string;
  path: string;
  peer: string;
  /** Names and values alternate. */
  rawHeaders: string[];
  body: Buffer;
}

export interface PollOptions {
  account: Account;
  notifications: NotificationSink;
  onStatus: (status: QueueStatus) => void;
  signal: AbortSignal;
  /** Seconds for which the service holds a request: 5 to 60. */
  receiveTimeout?: number;
  backOff?: BackOff;
}

/** Polls until the signal aborts or the service refuses; never rejects. @returns the last status */
export async function pollQueue(options: PollOptions): Promise<QueueStatus> {
  const { onStatus, signal } = options;
  const calls = createQueueCalls(options);
  const store = createQueueStorage(options.notifications);
  let status: QueueStatus = { state: 'off', problem: null, received: 0 };
  function update(change: Partial<QueueStatus>): void {
    const next = { ...status, ...change };
    const isNews = next.state !== status.state || next.problem !== status.problem || next.received !== status.received;
    status = next;
    if (isNews) onStatus(status);
  }
  const untilDone = prepareRetries(options, update);
  /** A stored notification that the queue still has. */
  let undeleted: QueueEnvelope | undefined;
  async function storeOnce(envelope: QueueEnvelope): Promise<boolean> {
    const isNew = await store(envelope);
    undeleted = envelope;
    if (isNew) update({ received: status.received + 1 });
    return isNew;
  }

  update({ state: 'receiving' });
  try {
    for (;;) {
      const askedAt = performance.now();
      const envelope = await untilDone(calls.receive);
      const isStored = envelope !== null && (await untilDone(() => storeOnce(envelope)));
      if (envelope) {
        await untilDone(() => calls.delete(envelope, signal));
        undeleted = undefined;
      }
      if (!isStored) await sleep(Math.max(0, EMPTY_PACE_MS - (performance.now() - askedAt)), undefined, { signal });
    }
  } catch (error) {
    // Otherwise the next process would receive it again, and store it twice.
    if (signal.aborted && undeleted) {
      await calls.delete(undeleted, AbortSignal.timeout(LAST_DELETE_MS)).catch(() => undefined);
    }
    update(signal.aborted ? { state: 'off', problem: null } : { state: 'stopped', problem: toFailure(error).message });
    return status;
  }
}

/** Returns a function that repeats a failing step until it succeeds or throws an AbortError. */
function prepareRetries({ backOff = BACK_OFF, signal }: PollOptions, update: (change: Partial<QueueStatus>) => void) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await pRetry(work, {
      retries: Infinity,
      minTimeout: backOff.first,
      maxTimeout: backOff.longest,
      randomize: true,
      signal,
      onFailedAttempt: ({ error }) => update({ state: 'waiting', problem: toFailure(error).message }),
    });
    update({ state: 'receiving', problem: null });
    return result;
  };
}

/** The operations of the queue. Each rejects with an AbortError when repeating it cannot help. */
function createQueueCalls({ account, signal, receiveTimeout = 20 }: PollOptions) {
  async function call(...[method, operation, more]: Parameters<Account['call']>): Promise<AccountResponse> {
    const accountResponse = await account.call(method, operation, more);
    if (accountResponse.status === 200) return accountResponse;
    const refusal = codedError('AccountRefused', account.explain(accountResponse.status, accountResponse.json));
    throw accountResponse.status === 429 || accountResponse.status >= 500 ? refusal : new AbortError(refusal);
  }
  return {
    /** The first notification of the queue; null when it was empty for `receiveTimeout` seconds. */
    async receive(): Promise<QueueEnvelope | null> {
      const query = `receiveTimeout=${receiveTimeout}`;
      return readEnvelope((await call('GET', 'receiveNotification', { query, signal })).text);
    },
    delete: ({ receiptId }: QueueEnvelope, deleteSignal: AbortSignal) =>
      call('DELETE', 'deleteNotification', { pathEnd: receiptId, signal: deleteSignal }),
  };
}

/** Returns a function that stores an envelope, and resolves to false where it is already stored. */
function createQueueStorage(notifications: NotificationSink): (envelope: QueueEnvelope) => Promise<boolean> {
  const storedKeys = new Set<string>();
  return async ({ receiptId, body }) => {
    // The content is part of the key, because a restarted service may count receipts from the beginning.
    const key = `${receiptId} ${createHash('sha256').update(body).digest('base64')}`;
    if (storedKeys.has(key)) return false;
    const rawHeaders = ['Content-Type', 'application/json'];
    await notifications.add([
      { receivedAt: new Date(), source: 'queue', method: 'POST', path: '/', peer: 'queue', rawHeaders, body },
    ]);
    storedKeys.add(key);
    for (const oldest of storedKeys) if (storedKeys.size > MAX_REMEMBERED) storedKeys.delete(oldest);
    return true;
  };
}
