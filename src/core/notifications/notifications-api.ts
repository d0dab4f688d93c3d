/** The interface of a workspace's notifications (notifications.ts). */
import type { SetNotice } from './notices.ts';
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
import type { ReaderConfiguration } from '../providers/webhook-reader.ts';
import type { Arrival } from './listener/arrival.ts';
import type { Refusals } from './listener/refusals.ts';
import type { Page, StoredChange } from './store/store-api.ts';
import type { StoredNotification } from './store/database/store-row.ts';

export interface ListenRequest {
  host?: string | undefined;
  port?: number | undefined;
  /** True: throws when the port is taken; default: uses the next free one. */
  exact?: boolean | undefined;
  token?: string | undefined;
  /** True: accepts requests of web pages; default: they are refused. */
  allowBrowsers?: boolean | undefined;
  /** Default: without TLS. */
  tls?: ListenerTls | undefined;
}

export interface Notifications {
  status(): ListenerStatus;
  /** Opens the store after a moment if it exists, so that the first list is there sooner. @param delayMs of that moment */
  openSoon(delayMs?: number): void;
  /** Reloads the providers and their secrets. */
  refreshReader(): Promise<void>;
  /**
   * Checks the signatures of the latest notifications of a provider again. When it has no secret any more, the results
   * of all its notifications are removed.
   */
  checkSignatures(provider: string): Promise<void>;
  /**
   * Recognises the latest notifications again, after the providers have changed; `onChanged` receives those that
   * differ.
   */
  recognizeAgain(): Promise<void>;
  /** @throws NotificationNotFound, InvalidParams when scheme or secret is unknown */
  verify(id: number, options: VerifyOptions): Promise<SignatureResult>;
  /** Starts to listen; has no effect while it is listening. @throws PortInUse, InvalidParams, StorageFailed */
  listen(request: ListenRequest): Promise<void>;
  /** @param options.isRestarting whether `listen` follows: processes that share the listener then wait for it. */
  stop(options?: { isRestarting?: boolean }): Promise<void>;
  /** A problem that the status of the listener shows until it ends. */
  setNotice: SetNotice;
  /** Sets the rules for all processes that share the listener. */
  setRules(rules: readonly AnswerRule[]): void;
  /**
   * Restores the rules of an earlier session. They apply unless a process that shares the listener has set others
   * since.
   */
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
  /** Stores notifications that did not come through the listener. */
  add(arrivals: readonly Arrival[]): Promise<NotificationSummary[]>;
  /** The documented example of a kind, with the given values, as its sender would post it. */
  sample(kind: string, values: Record<string, string>): Promise<string>;
  /** Absent members keep their values. @throws NotificationNotFound, StorageFailed */
  change(id: number, change: StoredChange): Promise<NotificationSummary>;
  remove(ids: readonly number[]): Promise<void>;
  removeAll(filter: NotificationFilter): Promise<number[]>;
  restore(ids: readonly number[]): Promise<void>;
  /**
   * Permanently deletes the notifications outside of the retention: now, each time that the store is opened, and every
   * hour.
   */
  setRetention(retention: Retention): Promise<void>;
  lastId(): Promise<number>;
  /** Requests that the listener has refused. */
  refusals: Pick<Refusals, 'count' | 'since'>;
  /** Notifications after this id, the oldest first; ends with the one at which all bodies together reach `maxBytes`. */
  after(id: number, limit: number, maxBytes?: number): Promise<StoredNotification[]>;
  /**
   * Settles when a notification with an id above `id` has arrived, or is there already. Rejects when the signal aborts.
   */
  arrived(id: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsOptions {
  file: string;
  /** The file by which the processes that have this workspace open find its listener. Absent: it is not shared. */
  leaseFile?: string | undefined;
  /** The built file of the store's thread; absent: its source. */
  storeThread?: string | undefined;
  /**
   * Reads the providers and their secrets when the store is opened. Default: the built-in providers, without secrets.
   */
  readerConfiguration?: () => Promise<ReaderConfiguration>;
  /** Called for one group after the other, ordered by id. */
  onReceived: (received: NotificationSummary[]) => void;
  /** Awaited before the store is closed: until then, what `onReceived` has begun may call it. */
  whenHandled?: () => Promise<void>;
  /** Receives notifications that were announced before and have changed, in their new state. */
  onChanged?: (changed: NotificationSummary[]) => void;
  /**
   * Receives the ids of notifications that were deleted or restored, here or by another process with the same database.
   */
  onRemoved?: (ids: number[]) => void;
  onRestored?: (ids: number[]) => void;
  /** Masks the secrets that are known now. */
  mask?: () => Mask | Promise<Mask>;
  onStatus: (status: ListenerStatus) => void;
}
