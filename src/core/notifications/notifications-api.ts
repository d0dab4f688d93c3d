/** What the notifications of a workspace do (notifications.ts). */
import type { AnswerRule } from '../../contract/webhooks/answer-rules.ts';
import type {
  ListenerStatus,
  NotificationDetail,
  NotificationFilter,
  NotificationSummary,
} from '../../contract/webhooks/notification.ts';
import type { ListenerTls, Retention } from '../../contract/webhooks/listener-settings.ts';
import type { SignatureResult, VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import type { ReaderSettings } from '../providers/webhook-reader.ts';
import type { Arrival } from './listener/arrival.ts';
import type { Refusals } from './listener/refusals.ts';
import type { Page, StoredChange } from './store/store-api.ts';
import type { StoredNotification } from './store/database/store-row.ts';

export interface ListenWish {
  host?: string | undefined;
  port?: number | undefined;
  /** An error when the port is taken; default: the next that is free. */
  exact?: boolean | undefined;
  token?: string | undefined;
  /** Takes what web pages send; default: they are refused. */
  allowBrowsers?: boolean | undefined;
  /** Default: without TLS. */
  tls?: ListenerTls | undefined;
}

export interface Notifications {
  status(): ListenerStatus;
  /** What is known of senders has changed. */
  refreshReader(): Promise<void>;
  /** Checks the signatures of the latest notifications of a provider again. */
  checkSignatures(provider: string): Promise<void>;
  /** Recognises the latest notifications again, after the providers have changed; `onChanged` hears of those that differ. */
  recognizeAgain(): Promise<void>;
  /** @throws NotificationNotFound, InvalidParams when scheme or secret is not known */
  verify(id: number, options: VerifyOptions): Promise<SignatureResult>;
  /** Starts to listen; does nothing where it does already. @throws PortInUse, InvalidParams, StorageFailed */
  listen(wish: ListenWish): Promise<void>;
  /** @param options.isRestarting whether `listen` follows: processes that share the listener then wait for it. */
  stop(options?: { isRestarting?: boolean }): Promise<void>;
  /** What the person has to know of the listener, which its status shows until the next notice; null: nothing. */
  setNotice(notice: string | null): void;
  /** They hold in all processes that share the listener. */
  setRules(rules: readonly AnswerRule[]): void;
  /** Rules of an earlier session. They hold unless a process that shares the listener has set others since. */
  restoreRules(rules: readonly AnswerRule[]): void;
  /** The newest first. */
  list(filter: NotificationFilter, page: Page): Promise<NotificationSummary[]>;
  /** Like `list`, with headers and bodies. */
  page(filter: NotificationFilter, page: Page): Promise<StoredNotification[]>;
  count(filter: NotificationFilter): Promise<number>;
  /** @throws NotificationNotFound */
  detail(id: number): Promise<NotificationDetail>;
  /** @throws NotificationNotFound */
  stored(id: number): Promise<StoredNotification>;
  /** Stores notifications that came another way than through the listener. */
  add(arrivals: readonly Arrival[]): Promise<NotificationSummary[]>;
  /** The documented example of a kind, with own values in the place of the example's, as it would be posted. */
  sample(kind: string, values: Record<string, string>): Promise<string>;
  /** What is left out keeps its value. @throws NotificationNotFound, StorageFailed */
  change(id: number, change: StoredChange): Promise<NotificationSummary>;
  remove(ids: readonly number[]): Promise<void>;
  removeAll(filter: NotificationFilter): Promise<number[]>;
  restore(ids: readonly number[]): Promise<void>;
  /** Deletes for good what is not in it: now, each time that the store is opened, and every hour. */
  keep(retention: Retention): Promise<void>;
  lastId(): Promise<number>;
  /** Requests that the listener has refused. */
  refusals: Pick<Refusals, 'count' | 'since'>;
  /** The oldest first, after this number; ends with the one whose body reaches `maxBytes` together with those before it. */
  after(id: number, limit: number, maxBytes?: number): Promise<StoredNotification[]>;
  /** Settles when something has arrived after `id`; at once when it is there already. Rejects when the signal aborts. */
  arrived(id: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsOptions {
  file: string;
  /** Where the processes that have this workspace open find its listener. Left out: it is not shared. */
  leaseFile?: string | undefined;
  /** The built file of the store's thread; left out: its source. */
  storeThread?: string | undefined;
  /** What is known of senders; asked when the store is opened. Default: the built-in providers, without secrets. */
  readerSettings?: () => Promise<ReaderSettings>;
  /** One after the other, in the order of their numbers. */
  onReceived: (received: NotificationSummary[]) => void | Promise<void>;
  /** Notifications that were announced before and have changed, as they are now. */
  onChanged?: (changed: NotificationSummary[]) => void;
  /** Notifications were deleted, or brought back, here or by another process with the same database. */
  onRemoved?: (ids: number[]) => void;
  onRestored?: (ids: number[]) => void;
  /** Hides the secrets that are known now. */
  mask?: () => Mask | Promise<Mask>;
  onStatus: (status: ListenerStatus) => void;
}
