/**
 * The notifications of one workspace: store, listener, and who wants to hear of new ones. There is no gap between what
 * is stored and what is announced: whoever waits asks the store, then hears of everything after.
 */
import { EventEmitter, once } from 'node:events';
import { codedError, toFailure } from '../../contract/errors.ts';
import type {
  AnswerRule,
  ListenerStatus,
  NotificationDetail,
  NotificationFilter,
  NotificationSummary,
} from '../../contract/notification.ts';
import { fieldsOf } from '../messaging/fields.ts';
import { exampleFor, recognize } from '../messaging/recognize.ts';
import { createIntake, type Intake } from './intake.ts';
import { startListener, USUAL_PORT, type Listener } from './listener.ts';
import { parseBody } from './parse-body.ts';
import type { Arrival } from './inbox.ts';
import { openNotificationStore, type NotificationStore, type StoredNotification } from './store.ts';

const MAX_BYTES_SHOWN = 1024 * 1024;
const MAX_LIFE = 200;

export interface ListenWish {
  host?: string | undefined;
  port?: number | undefined;
  token?: string | undefined;
}

export interface Notifications {
  status(): ListenerStatus;
  /** Starts to listen; does nothing where it does already. @throws PortInUse, InvalidParams, StorageFailed */
  listen(wish: ListenWish): Promise<void>;
  stop(): Promise<void>;
  setRules(rules: readonly AnswerRule[]): void;
  list(filter: NotificationFilter, page: { before?: number | undefined; limit: number }): NotificationSummary[];
  count(filter: NotificationFilter): number;
  /** @throws NotificationNotFound */
  detail(id: number): NotificationDetail;
  stored(id: number): StoredNotification;
  /** Stores notifications that came another way than through the listener. */
  add(arrivals: readonly Arrival[]): Promise<NotificationSummary[]>;
  /** The documented example of a kind, with own values in the place of the example's, as it would be posted. */
  sample(kind: string, values: Record<string, string>): string;
  remove(ids: readonly number[]): void;
  removeAll(filter: NotificationFilter): number[];
  restore(ids: readonly number[]): void;
  purge(keep: { days?: number | undefined; megabytes?: number | undefined }): void;
  lastId(): number;
  after(id: number, limit: number): StoredNotification[];
  /** Settles when something has arrived after `id`; at once when it is there already. Rejects when the signal aborts. */
  arrived(id: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsOptions {
  file: string;
  onReceived: (received: NotificationSummary[]) => void;
  onStatus: (status: ListenerStatus) => void;
}

export function createNotifications({ file, onReceived, onStatus }: NotificationsOptions): Notifications {
  // Opened with the first need of it: most workspaces have no notifications.
  let opened: { store: NotificationStore; intake: Intake } | undefined;
  let listener: Listener | undefined;
  let starting: Promise<void> | undefined;
  let hasToken = false;
  let notice: string | null = null;
  let rules: readonly AnswerRule[] = [];
  let [received, refused] = [0, 0];
  const news = new EventEmitter();
  news.setMaxListeners(0);

  function open() {
    if (opened) return opened;
    const store = openNotificationStore(file, tell);
    const onProblem = (problem: string | null) => tell(problem && `Notifications are kept, but not shown: ${problem}`);
    const intake = createIntake({ store, onSettled: announce, onProblem });
    opened = { store, intake };
    // What a process that was killed has left.
    intake.settle(Infinity);
    return opened;
  }
  /** With all in it that was received, unless that is very much at the moment. */
  function store(): NotificationStore {
    const { store, intake } = open();
    intake.settle();
    return store;
  }
  const status = (): ListenerStatus => ({
    listening: listener !== undefined,
    host: listener?.host ?? '127.0.0.1',
    port: listener?.port ?? USUAL_PORT,
    url: listener?.url ?? '',
    notice,
    hasToken,
    rules: [...rules],
    received,
    refused,
  });
  function tell(text: string | null): void {
    notice = text;
    onStatus(status());
  }
  const announce = (summaries: NotificationSummary[]) => {
    received += summaries.length;
    news.emit('received');
    onReceived(summaries);
  };
  const find = (id: number): StoredNotification => {
    const found = store().get(id);
    if (!found) throw codedError('NotificationNotFound', `There is no notification ${id}.`);
    return found;
  };

  async function start(wish: ListenWish): Promise<void> {
    const made = await startListener({
      intake: open().intake,
      ...(wish.host === undefined ? {} : { host: wish.host }),
      ...(wish.port === undefined ? {} : { port: wish.port }),
      token: wish.token,
      onRefused() {
        refused += 1;
        onStatus(status());
      },
      onStorage: (problem) => tell(problem && `Notifications are answered with 503: ${problem}`),
    });
    made.setRules(rules);
    listener = made;
    hasToken = Boolean(wish.token);
    tell(made.movedFrom === undefined ? null : `Port ${made.movedFrom} is in use; listening on ${made.port} instead.`);
  }

  return {
    status,
    async listen(wish) {
      if (listener) return;
      starting ??= start(wish).finally(() => (starting = undefined));
      try {
        await starting;
      } catch (error) {
        tell(toFailure(error).message);
        throw error;
      }
    },
    async stop() {
      await starting?.catch(() => undefined);
      const open = listener;
      listener = undefined;
      await open?.close();
      hasToken = false;
      tell(null);
    },
    setRules(next) {
      rules = next;
      listener?.setRules(next);
      onStatus(status());
    },
    list: (filter, page) => store().list(filter, page),
    count: (filter) => store().count(filter),
    stored: find,
    detail(id) {
      const found = find(id);
      const { text, json } = parseBody(found.body, found.headers);
      const known = recognize(json);
      const { idMessage } = found.summary;
      return {
        summary: found.summary,
        method: found.method,
        path: found.path,
        peer: found.peer,
        headers: found.headers,
        text,
        bytes: found.body.subarray(0, MAX_BYTES_SHOWN).toString('base64'),
        fields: fieldsOf(json),
        differences: known.differences,
        code: known.code,
        variant: known.variant ?? null,
        setting: known.setting ?? null,
        age: known.age ?? null,
        life: idMessage ? store().list({ idMessage }, { limit: MAX_LIFE }).reverse() : [],
      };
    },
    async add(arrivals) {
      const { intake } = open();
      const taken = intake.take(arrivals);
      // At once: while they become durable, others may be settled.
      const settled = intake.settle(Infinity);
      const first = await taken;
      return settled.filter(({ id }) => id >= first && id < first + arrivals.length);
    },
    sample(kind, values) {
      const example = exampleFor(kind);
      if (example === undefined) throw codedError('InvalidParams', `There is no kind "${kind}".`);
      return JSON.stringify(withValues(example, values), null, 2);
    },
    remove: (ids) => store().remove(ids),
    removeAll: (filter) => store().removeAll(filter),
    restore: (ids) => store().restore(ids),
    purge: (keep) => store().purge(keep),
    lastId: () => open().store.lastId(),
    after: (id, limit) => store().after(id, limit),
    async arrived(id, signal) {
      if (store().after(id, 1).length > 0) return;
      await once(news, 'received', { signal });
    },
    async close() {
      await starting?.catch(() => undefined);
      await listener?.close();
      // Who listens for them hears of all that was answered.
      opened?.intake.settle(Infinity);
      opened?.intake.close();
      opened?.store.close();
    },
  };
}

/** Texts and numbers of these names get the given value, at whatever depth they stand. */
function withValues(value: unknown, values: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const given = Object.hasOwn(values, key) ? values[key] : undefined;
      if (given === undefined || given === '' || (typeof item === 'object' && item !== null))
        return [key, withValues(item, values)];
      return [key, typeof item === 'number' && Number.isFinite(Number(given)) ? Number(given) : given];
    }),
  );
}
