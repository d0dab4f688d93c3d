/** The notifications of the open workspace, and what the interface may ask of them. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { HostApi, Settings } from '../../contract/host-contract.ts';
import { KEEP_ALL, type ListenerStatus, type NotificationSummary } from '../../contract/notification.ts';
import { codedError } from '../../contract/errors.ts';
import type { HttpClient } from '../http/http-client.ts';
import { kinds } from '../providers/messaging/kinds.ts';
import type { JsonFile } from '../platform/json-file.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import { fromNdjson, toHar, toNdjson } from '../notifications/exchange.ts';
import { isLoopback, USUAL_PORT } from '../notifications/listener.ts';
import { createNotifications, type Notifications } from '../notifications/notifications.ts';
import { createRunWebhooks, type RunWebhooks } from '../notifications/run-webhooks.ts';
import type { StoredNotification } from '../notifications/store.ts';

/** Most that one export holds. */
const MAX_EXPORTED = 100_000;
const PAGE = 500;
const DELETING_MS = 500;

type Method = Extract<keyof HostApi, `notifications.${string}`>;
export type NotificationsApi = Pick<HostApi, Method>;

export interface WorkspaceNotifications {
  api: NotificationsApi;
  /** Those of the open workspace. */
  current(): Notifications;
  /** What the scripts of a run that begins now can ask for; refused while nobody listens. */
  forRun(): RunWebhooks;
  /** Closes those of the workspace before, and listens for this one if that was switched on. */
  open(root: string): Promise<void>;
  close(): Promise<void>;
}

export const stateFile = (root: string): string => path.join(root, '.outrigger', 'notifications.sqlite');

export function createWorkspaceNotifications(options: {
  version: string;
  storeThread: string;
  settings: JsonFile<Settings>;
  secrets: SecretStore;
  http: HttpClient;
  onReceived: (received: NotificationSummary[]) => void;
  onStatus: (status: ListenerStatus) => void;
}): WorkspaceNotifications {
  const { settings, secrets, http } = options;
  let root = '';
  let notifications: Notifications | undefined;
  const inTurn = pLimit(1);
  // Not among the workspace's own secrets: scripts have no business with it.
  const tokenOf = () => secrets.get(`listener:${root}`, 'token');

  const current = (): Notifications => {
    if (!notifications) throw codedError('Internal', 'No workspace is open.');
    return notifications;
  };
  const wishOf = (): Settings['listeners'][string] =>
    settings.get().listeners[root] ?? {
      on: false,
      host: '127.0.0.1',
      port: USUAL_PORT,
      keep: KEEP_ALL,
      allowBrowsers: false,
    };
  /** While it is off: where it would listen. */
  const withWish = (status: ListenerStatus): ListenerStatus => {
    const { host, port, allowBrowsers } = wishOf();
    return status.listening ? status : { ...status, host, port, allowBrowsers };
  };
  async function close(): Promise<void> {
    const before = notifications;
    notifications = undefined;
    await before?.close();
  }
  const requireListener = (): Promise<void> =>
    current().status().listening
      ? Promise.resolve()
      : Promise.reject(codedError('NotListening', 'Nobody listens for notifications.'));
  async function begin({ host, port, allowBrowsers }: Settings['listeners'][string]): Promise<void> {
    await current().listen({ host, port, allowBrowsers, token: await tokenOf() });
  }
  async function all(filter: Parameters<Notifications['list']>[0]): Promise<StoredNotification[]> {
    const found: StoredNotification[] = [];
    for (let before: number | undefined; found.length < MAX_EXPORTED; before = found.at(-1)?.summary.id) {
      const page = await current().page(filter, { before, limit: PAGE });
      found.push(...page);
      if (page.length < PAGE) break;
    }
    return found;
  }

  async function listen({ token, ...changes }: Parameters<NotificationsApi['notifications.listen']>[0]) {
    const known = wishOf();
    const { on } = changes;
    const wish = {
      on,
      host: changes.host ?? known.host,
      port: changes.port ?? known.port,
      keep: changes.keep ?? known.keep,
      allowBrowsers: changes.allowBrowsers ?? known.allowBrowsers,
    };
    if (token !== undefined) {
      if (token === '') await secrets.unset(`listener:${root}`, 'token');
      else await secrets.set(`listener:${root}`, 'token', token);
    }
    if (on && !isLoopback(wish.host) && !(await tokenOf())) {
      const message = `Listening on ${wish.host} can be reached from other machines.`;
      throw codedError('InvalidParams', message, 'Set a token first, or listen on 127.0.0.1.');
    }
    await current().stop();
    await settings.set({ ...settings.get(), listeners: { ...settings.get().listeners, [root]: wish } });
    // To delete very many takes its time, and goes on by itself.
    await Promise.race([current().keep(wish.keep), sleep(DELETING_MS)]);
    if (on) await begin(wish);
    return withWish(current().status());
  }

  const api: NotificationsApi = {
    'notifications.status': () => withWish(current().status()),
    // A switch that is clicked twice is switched twice.
    'notifications.listen': (wish) => inTurn(() => listen(wish)),
    'notifications.setRules'({ rules }) {
      current().setRules(rules);
      return withWish(current().status());
    },
    async 'notifications.list'({ filter, before, limit }) {
      const [items, total] = await Promise.all([current().list(filter, { before, limit }), current().count(filter)]);
      return { items, total };
    },
    'notifications.get': ({ id }) => current().detail(id),
    async 'notifications.remove'({ ids }) {
      await current().remove(ids);
      return {};
    },
    'notifications.removeAll': async ({ filter }) => ({ ids: await current().removeAll(filter) }),
    async 'notifications.restore'({ ids }) {
      await current().restore(ids);
      return {};
    },
    'notifications.kinds': () => kinds.map(({ kind, title, setting }) => ({ kind, title, setting })),
    'notifications.sample': ({ kind, values }) => ({ text: current().sample(kind, values) }),
    async 'notifications.send'({ text, url }, signal) {
      const own = current().status();
      if (url === null && !own.listening) throw codedError('NotListening', 'The listener is off.');
      const token = url === null || url === own.url ? await tokenOf() : undefined;
      const { hops, body } = await http.send(
        {
          method: 'POST',
          url: url ?? own.url,
          headers: token ? [{ name: 'Authorization', value: `Bearer ${token}` }] : [],
          body: { mode: 'raw', text, contentType: 'application/json' },
        },
        { signal, timeoutMs: 200_000 },
      );
      return { status: hops.at(-1)?.status ?? 0, answer: body.toString('utf8').slice(0, 10_000) };
    },
    async 'notifications.export'({ filter, format }) {
      const found = await all(filter);
      return { text: format === 'har' ? toHar(found, options.version) : toNdjson(found) };
    },
    'notifications.import': async ({ text }) => ({ count: (await current().add(fromNdjson(text))).length }),
  };

  return {
    api,
    current,
    forRun: () => createRunWebhooks(current(), requireListener),
    async open(next) {
      if (next === root && notifications) return;
      await close();
      root = next;
      const { storeThread, onReceived } = options;
      const onStatus = (status: ListenerStatus) => options.onStatus(withWish(status));
      notifications = createNotifications({ file: stateFile(root), storeThread, onReceived, onStatus });
      const wish = wishOf();
      await notifications.keep(wish.keep);
      // A port that is taken or a disk that is full is told in the status; the workspace opens all the same.
      if (wish.on) await begin(wish).catch(() => undefined);
      onStatus(notifications.status());
    },
    close,
  };
}
