/**
 * The store on a thread of its own: neither a commit nor the recognising holds up the one that answers, and whatever
 * else it does (docs/adr/0005).
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { codedError, fromFailure, type Failure } from '../../../../contract/errors.ts';
import type { NotificationFilter, NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { Retention } from '../../../../contract/webhooks/listener-settings.ts';
import type { RecognizedAs } from '../../listener/responses/answer-rules.ts';
import type { SignatureResult, VerifyOptions } from '../../../../contract/webhooks/webhook-signature.ts';
import type { ReaderSettings } from '../../../providers/webhook-reader.ts';
import type { detailOf } from '../../detail.ts';
import type { InboxRow } from '../../listener/inbox.ts';
import type { AnsweredGroup, NotificationStore, Page, StoredNotification } from '../store.ts';

/** What it can be asked; as `NotificationStore` says, where that has the same. */
export interface StoreCalls extends Pick<
  NotificationStore,
  'list' | 'count' | 'get' | 'after' | 'lastId' | 'remember' | 'remove' | 'restore' | 'removeAll' | 'change'
> {
  /** The number of the first, once they are durable. @throws StorageFailed */
  take(rows: readonly InboxRow[]): Promise<number>;
  /** Like `take`, and resolves to the recognised notifications. */
  add(rows: readonly InboxRow[]): Promise<NotificationSummary[]>;
  /** Like `list`, with headers and bodies. */
  page(filter: NotificationFilter, page: Page): StoredNotification[];
  /** Everything that is read from the body of one notification, or undefined. @param refused one that is not stored */
  detail(id: number, refused?: StoredNotification): Promise<Awaited<ReturnType<typeof detailOf>> | undefined>;
  /** The text and the JSON of the body of one notification, or undefined. */
  /** What one notification is, recognized now if it was not before. */
  recognize(id: number): Promise<RecognizedAs>;
  /** Records the responses that were sent. */
  answered(groups: readonly AnsweredGroup[]): void;
  /** What is known of senders from here on. */
  configure(settings: ReaderSettings): void;
  /** Checks the signatures of the latest notifications of a provider again. */
  checkSignatures(provider: string): Promise<void>;
  /** Recognises the latest notifications again, little by little; a later call ends an earlier one. */
  recognizeAgain(): Promise<void>;
  /** Undefined when there is no such notification. @throws InvalidParams when scheme or secret is not known */
  verify(id: number, options: VerifyOptions): SignatureResult | undefined;
  /** Deletes for good what is not to be kept, little by little. */
  purge(keep: Retention): Promise<void>;
  /** Recognises and announces what another process with the same file has stored and left. */
  resume(): void;
  /** Recognises and announces all that was taken. */
  settle(): void;
  close(): void;
}
export type StoreCall = (...values: readonly unknown[]) => unknown;

export interface ToStoreThread {
  id: number;
  name: keyof StoreCalls;
  values: readonly unknown[];
}
/** The answer that says whether the file could be opened; calls have numbers above it. */
export const OPENED = 0;
export type FromStoreThread =
  | { id: number; result: unknown }
  | { id: number; failure: Failure }
  | { settled: NotificationSummary[] }
  | { changed: NotificationSummary[] }
  | { removed: number[] }
  | { notice: string | null };

export type Ask = <Name extends keyof StoreCalls>(
  name: Name,
  ...values: Parameters<StoreCalls[Name]>
) => Promise<Awaited<ReturnType<StoreCalls[Name]>>>;

export interface StoreThread {
  call: Ask;
}

export interface StoreThreadOptions {
  /** The database. */
  file: string;
  /** What is known of senders. */
  reader: ReaderSettings;
  /** The built file of the thread; left out: its source, which Node runs as well. */
  entry?: string | undefined;
  /** In the order of their numbers. */
  onSettled: (settled: NotificationSummary[]) => void;
  /** Settled notifications that have changed, as they are now. */
  onChanged: (changed: NotificationSummary[]) => void;
  /** Notifications were deleted because they are not to be kept any longer. */
  onPurged: (ids: number[]) => void;
  onNotice: (text: string | null) => void;
  /** It has ended: the next need is for a new one. */
  onLost: () => void;
}

/** Resolves when the file is open. @throws StorageFailed */
export async function startStoreThread(options: StoreThreadOptions): Promise<StoreThread> {
  const {
    file,
    reader,
    entry = path.join(import.meta.dirname, 'store-thread-main.ts'),
    onSettled,
    onChanged,
    onPurged,
    onNotice,
    onLost,
  } = options;
  // Flags of the process that are of no use to it may keep it from starting.
  const worker = new Worker(entry, { workerData: { file, reader }, execArgv: [] });
  const opened = Promise.withResolvers<unknown>();
  const pending = new Map([[OPENED, opened]]);
  let last = OPENED;

  function settleCall(id: number, settle: (call: PromiseWithResolvers<unknown>) => void): void {
    const call = pending.get(id);
    pending.delete(id);
    // Who waits for nothing is not kept from ending.
    if (pending.size === 0) worker.unref();
    if (call) settle(call);
  }
  worker.on('message', (message: FromStoreThread) => {
    if ('settled' in message) return onSettled(message.settled);
    if ('changed' in message) return onChanged(message.changed);
    if ('removed' in message) return onPurged(message.removed);
    if ('notice' in message) return onNotice(message.notice);
    if ('result' in message) return settleCall(message.id, (call) => call.resolve(message.result));
    settleCall(message.id, (call) => call.reject(fromFailure(message.failure)));
  });
  let failure: Error | undefined;
  let problem = 'its thread has ended';
  worker.on('error', (error: Error) => void (problem = error.message));
  worker.on('exit', () => {
    failure = codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${problem}`);
    for (const call of pending.values()) call.reject(failure);
    onLost();
  });
  await opened.promise;

  return {
    call(name, ...values) {
      if (failure) return Promise.reject(failure);
      const id = (last += 1);
      const call = Promise.withResolvers<unknown>();
      if (pending.size === 0) worker.ref();
      pending.set(id, call);
      const rows = name === 'take' || name === 'add' ? (values[0] as readonly InboxRow[]) : [];
      worker.postMessage(
        { id, name, values } satisfies ToStoreThread,
        rows.map(({ bodies }) => bodies.buffer),
      );
      return call.promise as never;
    },
  };
}
