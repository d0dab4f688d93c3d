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
import type { AnswerRule } from '../../contract/webhooks/answer-rules.ts';
import type { ProviderList } from '../../contract/webhooks/webhook-provider-calls.ts';
import type { ComparedNotification } from './detail/compare-notifications.ts';
import type { DelayedReload } from './delayed-reload.ts';
import type { FilterPeriod } from './list/filter-period.ts';

export type FilterName = Exclude<keyof NotificationFilter, 'since' | 'until'>;
/** What is undefined no longer filters. */
export type FilterChange = { [Name in FilterName]?: NotificationFilter[Name] | undefined };
type CallParams<M extends keyof HostApi> = Parameters<HostApi[M]>[0];

/** The notifications that pass the filter, the latest first. */
export interface ListedNotifications {
  /** `since` and `until` are those of the period, as they were when the list was last loaded. */
  filter: NotificationFilter;
  /** The time of arrival that is listed; undefined: any. */
  period: FilterPeriod | undefined;
  items: NotificationSummary[];
  /** How many pass the filter; undefined while the host counts them. */
  total: number | undefined;
  /** Whether the oldest is among them. */
  complete: boolean;
  /** Whether the list has been read from the host. */
  loaded: boolean;
  /** How many arrived at the top since the list was last looked at there. */
  arrived: number;
  kinds: { kind: string; title: string; setting: string }[];
  load(): Promise<void>;
  /** Reads the next older ones. */
  more(): Promise<void>;
  setFilter(change: FilterChange): Promise<void>;
  setPeriod(period: FilterPeriod | undefined): Promise<void>;
  /** Lists everything that was accepted, whenever it arrived. */
  clearFilter(): Promise<void>;
  /** Removes from the list what is older than its period by now. */
  expire(): void;
  /** The person looks at the top of the list. */
  seen(): void;
}

/** The notification that is shown, and changes of single ones. */
export interface SelectedNotification {
  selected: NotificationDetail | undefined;
  select(id: number): Promise<void>;
  /** Reads one to compare it; the notification that is shown stays. */
  readCompared(id: number): Promise<ComparedNotification>;
  /** Pins it, or writes a note on it. */
  change(id: number, change: NotificationChange): Promise<void>;
  /** Removes them; the returned function restores them. */
  remove(ids: number[] | 'filtered'): Promise<() => Promise<void>>;
}

export interface Listener {
  status: ListenerStatus | undefined;
  listen(settings: CallParams<'notifications.listen'>): Promise<void>;
  setRules(rules: AnswerRule[]): Promise<void>;
}

/** Notifications as texts: exported, imported, and sent as a provider sends them. */
export interface NotificationTexts {
  /** @returns all that pass the filter, or those with these numbers */
  exportText(format: 'ndjson' | 'har', ids?: number[]): Promise<string>;
  importText(text: string): Promise<void>;
  /** @returns an example of a notification, with these values in it */
  sample(kind: string, values: Record<string, string>): Promise<string>;
  /** Sends a notification as a provider does; null: to the listener of this workspace. */
  send(text: string, url: string | null): Promise<{ status: number; answer: string }>;
}

export interface MessagingAccount {
  account: AccountInfo | undefined;
  saveAccount(account: CallParams<'account.set'>): Promise<void>;
  askAccount(operation: CallParams<'account.ask'>['operation'], signal?: AbortSignal): Promise<unknown>;
  setAccountSettings(settings: CallParams<'account.setSettings'>['settings'], signal?: AbortSignal): Promise<void>;
  /** @param on whether notifications are fetched from the queue of the account */
  receiveFromQueue(on: boolean): Promise<void>;
  /** @returns the address under which the service offers the file of a message now */
  fileAddress(chatId: string, idMessage: string): Promise<string>;
}

export interface WebhookProviders {
  /** The known providers; undefined until they are loaded. */
  providers: ProviderList | undefined;
  loadProviders(): Promise<void>;
  /** Stores the secrets by which a provider signs; an empty list removes them. */
  setSecrets(id: string, secrets: string[]): Promise<void>;
}

export interface WebhookStore
  extends ListedNotifications, SelectedNotification, Listener, NotificationTexts, MessagingAccount, WebhookProviders {}

/** What the parts of the store share. */
export interface WebhookParts {
  client: HostClient;
  reload: DelayedReload;
  set: StoreApi<WebhookStore>['setState'];
  get: StoreApi<WebhookStore>['getState'];
}
