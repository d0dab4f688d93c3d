/**
 * The store on a thread of its own, so that neither commits nor recognising block the thread that answers senders
 * (docs/adr/0005-durable-first.md). Messages are objects that worker threads clone, so they need no frames.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { codedError, fromFailure, type Failure } from '../../../../contract/errors.ts';
import type { NoticeKind, SetNotice } from '../../notices.ts';
import type { NotificationFilter, NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { Retention } from '../../../../contract/webhooks/listener-settings.ts';
import type { RecognizedAs } from '../../listener/responses/answer-rules.ts';
import type { SignatureResult, VerifyOptions } from '../../../../contract/webhooks/webhook-signature.ts';
import type { ReaderConfiguration } from '../../../providers/webhook-reader.ts';
import type { detailOf } from '../../detail.ts';
import type { InboxRow } from '../../listener/inbox.ts';
import type { AnsweredGroup, NotificationStore, Page, StoredNotification } from '../store.ts';

/** The calls of the thread; those of `NotificationStore` are documented there. */
export interface StoreCalls extends Pick<
  NotificationStore,
  'list' | 'count' | 'get' | 'after' | 'lastId' | 'remember' | 'remove' | 'restore' | 'removeAll' | 'change'
> {
  /** The id of the first notification, once all are durable. @throws StorageFailed */
  take(rows: readonly InboxRow[]): Promise<number>;
  /** Like `take`, and resolves to the recognised notifications. */
  add(rows: readonly InboxRow[]): Promise<NotificationSummary[]>;
  /** Like `list`, with headers and bodies. */
  page(filter: NotificationFilter, page: Page): StoredNotification[];
  /** The detail of one notification, or undefined. @param refused a request that is not stored */
  detail(id: number, refused?: StoredNotification): Promise<Awaited<ReturnType<typeof detailOf>> | undefined>;
  /** The recognised values of a notification, which is recognised now if it was not before. */
  recognize(id: number): Promise<RecognizedAs>;
  /** Sets the providers and their secrets. */
  configure(configuration: ReaderConfiguration): void;
  /**
   * Checks the signatures of the latest notifications of a provider again. When it has no secret any more, the results
   * of all its notifications are removed.
   */
  checkSignatures(provider: string): Promise<void>;
  /** Recognises the latest notifications again in small steps; a later call ends an earlier one. */
  recognizeAgain(): Promise<void>;
  /** Undefined when there is no such notification. @throws InvalidParams when scheme or secret is unknown */
  verify(id: number, options: VerifyOptions): SignatureResult | undefined;
  /** Permanently deletes the notifications outside of the retention, in small steps. */
  purge(retention: Retention): Promise<void>;
  /** Recognises and announces the notifications that another process with the same file has stored and left. */
  resume(): void;
  /** Recognises and announces all stored notifications. */
  indexAll(): void;
  close(): void;
}
export type StoreCall = (...values: readonly unknown[]) => unknown;

export interface StoreThreadCall {
  id: number;
  name: keyof StoreCalls;
  values: readonly unknown[];
}
export interface ToStoreThread {
  /** The responses that were sent since the last message: they are recorded first. */
  answered: readonly AnsweredGroup[];
  call?: StoreThreadCall;
}
/** The id of the answer that says whether the file could be opened; ids of calls are above it. */
export const OPENED = 0;
export type FromStoreThread =
  | { id: number; result: unknown }
  | { id: number; failure: Failure }
  | { indexed: NotificationSummary[] }
  | { changed: NotificationSummary[] }
  | { removed: number[] }
  | { notice: { kind: NoticeKind; text: string | null } };

export type Ask = <Name extends keyof StoreCalls>(
  name: Name,
  ...values: Parameters<StoreCalls[Name]>
) => Promise<Awaited<ReturnType<StoreCalls[Name]>>>;

export interface StoreThread {
  call: Ask;
  /** Records the responses that were sent. Every later call can see them; without one, they are recorded soon. */
  recordAnswers(groups: readonly AnsweredGroup[]): void;
}

/**
 * Milliseconds that the responses to several notifications wait for a call with which they are recorded. When many
 * arrive, there is always one soon, and a message of their own for each batch would take as long as storing it.
 */
const ANSWERS_WAIT_MS = 10;

export interface StoreThreadOptions {
  /** The database file. */
  file: string;
  /** The providers and their secrets. */
  reader: ReaderConfiguration;
  /** The built file of the thread; absent: its source, which Node can run. */
  entry?: string | undefined;
  /** Called in the order of the ids. */
  onIndexed: (indexed: NotificationSummary[]) => void;
  /** Receives recognised notifications that have changed, in their new state. */
  onChanged: (changed: NotificationSummary[]) => void;
  /** Receives the ids of notifications that the retention excludes. */
  onPurged: (ids: number[]) => void;
  onNotice: SetNotice;
  /** The thread has ended; a new one has to be started when needed. */
  onLost: () => void;
}

/** Resolves when the file is open. @throws StorageFailed */
export async function startStoreThread(options: StoreThreadOptions): Promise<StoreThread> {
  const {
    file,
    reader,
    entry = path.join(import.meta.dirname, 'store-thread-main.ts'),
    onIndexed,
    onChanged,
    onPurged,
    onNotice,
    onLost,
  } = options;
  // The process's flags are not passed on: some would keep the thread from starting.
  const worker = new Worker(entry, { workerData: { file, reader }, execArgv: [] });
  const opened = Promise.withResolvers<unknown>();
  const pending = new Map([[OPENED, opened]]);
  let last = OPENED;
  const { post, recordAnswers } = createMessages(worker);

  function settleCall(id: number, settle: (call: PromiseWithResolvers<unknown>) => void): void {
    const call = pending.get(id);
    pending.delete(id);
    // Without pending calls, the thread does not keep the process alive.
    if (pending.size === 0) worker.unref();
    if (call) settle(call);
  }
  worker.on('message', (message: FromStoreThread) => {
    if ('indexed' in message) return onIndexed(message.indexed);
    if ('changed' in message) return onChanged(message.changed);
    if ('removed' in message) return onPurged(message.removed);
    if ('notice' in message) return onNotice(message.notice.kind, message.notice.text);
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
      post(
        { id, name, values },
        rows.map(({ bodies }) => bodies.buffer),
      );
      return call.promise as never;
    },
    recordAnswers,
  };
}

/** Sends calls, and the responses that were sent since the last one. */
function createMessages(worker: Worker) {
  let answered: AnsweredGroup[] = [];
  let timer: NodeJS.Timeout | undefined;
  function post(call?: StoreThreadCall, transferred: readonly ArrayBuffer[] = []): void {
    clearTimeout(timer);
    timer = undefined;
    const message: ToStoreThread = { answered, ...(call && { call }) };
    answered = [];
    worker.postMessage(message, transferred);
  }
  return {
    post,
    recordAnswers(groups: readonly AnsweredGroup[]): void {
      answered.push(...groups);
      if (groups.every(({ afterMs }) => afterMs.length === 1)) post();
      else timer ??= setTimeout(post, ANSWERS_WAIT_MS);
    },
  };
}
