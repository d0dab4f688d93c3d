/** The interface of a store of notifications (store.ts). */
import type {
  ListenerResponse,
  NotificationAnswer,
  NotificationFilter,
  NotificationSummary,
  SignatureState,
} from '../../../contract/webhooks/notification.ts';
import type { InboxRow, NumberedOriginal } from '../listener/inbox.ts';
import type { Purging } from './store-purge.ts';
import type { Recognizing } from './store-recognize.ts';
import type { StoredNotification } from './database/store-row.ts';

export interface Page {
  /** The last id of the previous page. */
  before?: number | undefined;
  limit: number;
}

export interface NotificationStore extends Purging, Recognizing {
  /** Takes all of them or none; the number of the first, the others follow it. @throws StorageFailed */
  keep(rows: readonly InboxRow[]): number;
  /** Resolves when all that is kept is on disk. @throws StorageFailed */
  durable(): Promise<void>;
  /**
   * Recognises some of those kept, the oldest first; they can be listed and found then. All or none: one commit for many
   * writes a page of an index once, which is most of the work.
   * @param ms for about how long; at least those that were kept together are recognised
   * @throws StorageFailed
   */
  settle(ms?: number): NotificationSummary[];
  /** Keeps in memory how notifications came that another process with the same file has stored. */
  remember(originals: readonly NumberedOriginal[]): void;
  /** Takes over what another process with the same file has kept and not settled. */
  resume(): void;
  /** How many are kept and not yet settled. */
  waiting(): number;
  /** Whether a notification that this store has kept is not yet settled. */
  isWaiting(id: number): boolean;
  /** Records the responses. Returns those that were settled before, as they are now. @throws StorageFailed */
  answered(groups: readonly AnsweredGroup[]): NotificationSummary[];
  /** What is left out keeps its value. Returns undefined when there is no such notification. @throws StorageFailed */
  change(id: number, change: StoredChange): NotificationSummary | undefined;
  /** The newest first: by the time of arrival where the filter names a time, else by number. */
  list(filter: NotificationFilter, page: Page): NotificationSummary[];
  /** Exact without a filter; with one, no more than MAX_COUNTED are counted. */
  count(filter: NotificationFilter): number;
  get(id: number): StoredNotification | undefined;
  /** The oldest first, after this number; ends with the one whose body reaches `maxBytes` together with those before it. */
  after(id: number, limit: number, maxBytes?: number): StoredNotification[];
  /** The last number given out, be it settled or not. */
  lastId(): number;
  /** Hides them; `restore` shows them again until no process has the store open any more. */
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
