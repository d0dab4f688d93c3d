/** The interface of a store of notifications (store.ts). */
import type {
  ListenerResponse,
  NotificationAnswer,
  NotificationFilter,
  NotificationSummary,
  SignatureState,
} from '../../../contract/webhooks/notification.ts';
import type { InboxRow, NumberedOriginal } from '../listener/inbox.ts';
import type { StorePurge } from './store-purge.ts';
import type { StoreRecognition } from './store-recognize.ts';
import type { StoredNotification } from './database/store-row.ts';

export interface Page {
  /** The last id of the previous page. */
  before?: number | undefined;
  limit: number;
  /** Ends a page of whole notifications after the one with which their bodies have so many bytes. */
  maxBytes?: number | undefined;
}

export interface NotificationStore extends StorePurge, StoreRecognition {
  /**
   * Stores all of them or none; returns the id of the first, the others have the ids after it. @throws StorageFailed
   */
  append(rows: readonly InboxRow[]): number;
  /** Resolves when everything that was appended is on disk. @throws StorageFailed */
  flush(): Promise<void>;
  /**
   * Recognises some of the appended notifications, the oldest first; afterwards they can be listed and found. All or
   * none in one commit, because that writes a page of an index once for many notifications, which is most of the work.
   * @param ms for about how long; at least the notifications of one row are recognised
   * @throws StorageFailed
   */
  indexWaiting(ms?: number): NotificationSummary[];
  /** Keeps notifications unmasked in memory that another process with the same file has stored. */
  remember(originals: readonly NumberedOriginal[]): void;
  /** Takes over notifications that another process with the same file has appended and not indexed. */
  resume(): void;
  /** The number of notifications that are not indexed yet. */
  waiting(): number;
  /** Whether a notification that this store has appended is not indexed yet. */
  isWaiting(id: number): boolean;
  /**
   * Records the responses, and those that an earlier call could not record. Returns the indexed notifications among them in
   * their new state. @throws StorageFailed
   */
  answered(groups: readonly AnsweredGroup[]): NotificationSummary[];
  /** Absent members keep their values. Returns undefined when there is no such notification. @throws StorageFailed */
  change(id: number, change: StoredChange): NotificationSummary | undefined;
  /** Removes the result of checking the signature from all notifications of a provider. @throws StorageFailed */
  removeSignatures(provider: string): void;
  /** The newest first: by the time of arrival, or by number if the filter has a search. */
  list(filter: NotificationFilter, page: Page): NotificationSummary[];
  /** Exact without a filter; with one, counted up to MAX_COUNTED. */
  count(filter: NotificationFilter): number;
  get(id: number): StoredNotification | undefined;
  /** Notifications after this id, the oldest first; ends with the one at which all bodies together reach `maxBytes`. */
  after(id: number, limit: number, maxBytes?: number): StoredNotification[];
  /** The last id that was assigned, indexed or not. */
  lastId(): number;
  /** Hides them; `restore` shows them again until no process has the store open. */
  remove(ids: readonly number[]): void;
  restore(ids: readonly number[]): void;
  removeAll(filter: NotificationFilter): number[];
  close(): void;
}

/** Responses to notifications with consecutive ids. */
export interface AnsweredGroup extends Omit<NotificationAnswer, 'afterMs'> {
  /** Id of the first notification. */
  first: number;
  /** Milliseconds from the arrival of each notification to its response; null where the sender disconnected before. */
  afterMs: readonly (number | null)[];
  /** The content of the response of a rule; each such group has one notification. */
  response?: ListenerResponse | undefined;
}
export interface StoredChange {
  pinned?: boolean | undefined;
  note?: string | undefined;
  signature?: SignatureState | undefined;
}
