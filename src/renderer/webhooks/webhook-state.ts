/** The state and the actions of the webhook store, grouped by the files that implement them. */
import type { StoreApi } from 'zustand';
import type { HostApi, HostClient } from '../../contract/host-contract.ts';
import type {
  AccountInfo,
  ListenerStatus,
  NotificationChange,
  NotificationDetail,
  NotificationFilter,
  NotificationSummary,
} from '../../contract/webhooks/notification.ts';
import type { FollowedState } from '../host/followed-state.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import type { AnswerRule } from '../../contract/webhooks/answer-rules.ts';
import type { ProviderList } from '../../contract/webhooks/webhook-provider-calls.ts';
import type { ComparedNotification } from './detail/compare/compare-notifications.ts';
import type { DelayedReload } from './delayed-reload.ts';
import type { FilterPeriod } from './list/filter-period.ts';

export type FilterName = Exclude<keyof NotificationFilter, 'since' | 'until'>;
/** An undefined member removes that filter. */
export type FilterChange = { [Name in FilterName]?: NotificationFilter[Name] | undefined };
type CallParams<M extends keyof HostApi> = Parameters<HostApi[M]>[0];

/** The notifications that pass the filter, the latest first. */
export interface ListedNotifications {
  /** `since` and `until` are those of the period at the time of the last load. */
  filter: NotificationFilter;
  /** The listed time of arrival; undefined: any. */
  period: FilterPeriod | undefined;
  items: NotificationSummary[];
  /** The number of notifications that pass the filter; undefined while the host counts them. */
  total: number | undefined;
  /** Whether the oldest one is loaded. */
  complete: boolean;
  /** Whether the list has been loaded. */
  loaded: boolean;
  /** The number of notifications that arrived since the person last looked at the top of the list. */
  arrived: number;
  kinds: { kind: string; title: string; setting: string }[];
  load(): Promise<void>;
  /** Loads the next older notifications. */
  more(): Promise<void>;
  setFilter(change: FilterChange): Promise<void>;
  setPeriod(period: FilterPeriod | undefined): Promise<void>;
  /** Lists all accepted notifications, whenever they arrived. */
  clearFilter(): Promise<void>;
  /** Removes notifications from the list that are now older than its period. */
  expire(): void;
  /** Called when the person looks at the top of the list. */
  seen(): void;
}

/** The shown notification, and changes of single notifications. */
export interface SelectedNotification {
  /** The marked notification, which is shown as soon as it is read. */
  chosenId: number | undefined;
  selected: NotificationDetail | undefined;
  select(id: number): Promise<void>;
  /** Reads the notification that was chosen last again, if there is one. */
  selectAgain(): Promise<void>;
  /** Shows none of these notifications, also one that is being read. @param ids absent: all */
  deselect(ids?: readonly number[]): void;
  /** Reads a notification for a comparison; the shown one stays. */
  readCompared(id: number): Promise<ComparedNotification>;
  /** Sets its pin or its note. */
  change(id: number, change: NotificationChange): Promise<void>;
  /** Removes them; the returned function restores them. */
  remove(ids: number[] | 'filtered'): Promise<() => Promise<void>>;
}

export interface Listener {
  status: ListenerStatus | undefined;
  listen(settings: CallParams<'notifications.listen'>): Promise<void>;
  setRules(rules: AnswerRule[]): Promise<void>;
}

/** Exports, imports and sends notifications. */
export interface NotificationTexts {
  /** @returns a file of all notifications that pass the filter, or of those with these numbers */
  exportFile(
    format: 'ndjson' | 'har',
    options?: {
      /** Absent: all that pass the filter. */
      ids?: number[];
      signal?: AbortSignal;
      /** Called after each piece with the number of bytes that are read. */
      onRead?: (bytes: number) => void;
    },
  ): Promise<Blob>;
  /**
   * @returns how many were stored
   * @throws FileTooLarge, InvalidParams that names the line, Cancelled with how many were stored
   */
  importFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>, signal?: AbortSignal): Promise<number>;
  /** @returns a sample notification with these values */
  sample(kind: string, values: Record<string, string>): Promise<string>;
  /** Sends a notification as a provider does. Null: to the listener of this workspace. */
  send(text: string, url: string | null, signal: AbortSignal): Promise<{ status: number; answer: string }>;
}

export interface MessagingAccount {
  account: AccountInfo | undefined;
  saveAccount(account: CallParams<'account.set'>): Promise<void>;
  askAccount(operation: CallParams<'account.ask'>['operation'], signal?: AbortSignal): Promise<unknown>;
  setAccountSettings(settings: CallParams<'account.setSettings'>['settings'], signal?: AbortSignal): Promise<void>;
  /** @param on whether notifications are received from the queue of the account */
  receiveFromQueue(on: boolean): Promise<void>;
  /** @returns the current address of the file in a message */
  fileAddress(chatId: string, idMessage: string): Promise<string>;
}

export interface WebhookProviders {
  /** The known providers; undefined until they are loaded. */
  providers: ProviderList | undefined;
  loadProviders(): Promise<void>;
  /** Stores the signing secrets of a provider; an empty list removes them. */
  setSecrets(id: string, secrets: string[]): Promise<void>;
}

export interface WebhookStore
  extends ListedNotifications, SelectedNotification, Listener, NotificationTexts, MessagingAccount, WebhookProviders {}

/** What the host announces while it is asked for lists, whose replies may lack it. */
export interface AnnouncedMeanwhile {
  /** What has arrived since the latest list began to be read; undefined while none is read. */
  arrived: readonly NotificationSummary[] | undefined;
  /** The changed notifications, by number; empty while nothing is read. */
  updated: Map<number, NotificationSummary>;
  /** How many lists are being read. */
  reads: number;
}

/** The access of the store's parts to shared state. */
export interface WebhookParts {
  client: HostClient;
  workspace: ShownWorkspace;
  reload: DelayedReload;
  announced: AnnouncedMeanwhile;
  status: FollowedState<ListenerStatus>;
  account: FollowedState<AccountInfo>;
  providers: FollowedState<ProviderList>;
  set: StoreApi<WebhookStore>['setState'];
  get: StoreApi<WebhookStore>['getState'];
}
