/** The notifications of a workspace, and what the interface may ask of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { authorizationOf } from '../../contract/authorization-token.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { Settings } from '../../contract/settings.ts';
import { DEFAULT_LISTENER_PORT, KEEP_ALL, NO_TLS, type ListenerStatus } from '../../contract/notification.ts';
import { codedError } from '../../contract/errors.ts';
import { createAccount, type AccountSettings } from '../providers/messaging/account.ts';
import type { Events } from '../platform/events.ts';
import type { Mask } from '../platform/mask.ts';
import { isLoopback } from '../platform/bind-port.ts';
import { createNotifications, type ListenWish, type Notifications } from '../notifications/notifications.ts';
import { createRunWebhooks, type RunWebhooks } from '../notifications/run-webhooks.ts';
import type { StoredNotification } from '../notifications/store.ts';
import type { ApplicationServices } from './application-services.ts';
import { createWorkspaceProviders, type WorkspaceProviders } from './workspace-providers.ts';
import { createWorkspaceQueue, type WorkspaceQueue } from './workspace-queue.ts';

/** Most that one export holds. */
const MAX_EXPORTED = 100_000;
const PAGE = 500;
const DELETING_MS = 500;

/** All but the call that reads one notification: see notification-bodies.ts. */
type Method = Exclude<Extract<keyof HostApi, `notifications.${string}`>, 'notifications.get'>;
export type NotificationsApi = Pick<HostApi, Method>;

export interface WorkspaceNotifications {
  api: NotificationsApi;
  current: Notifications;
  queue: WorkspaceQueue;
  providers: WorkspaceProviders;
  /** What the scripts of a run that begins now can ask for. */
  forRun(): RunWebhooks;
  /** Listens, if that was switched on for this workspace. */
  start(): Promise<void>;
  /** Listens, or receives by the queue, for the runs of the command line. @throws PortInUse, InvalidParams, StorageFailed */
  receiveForRuns(): Promise<void>;
  close(): Promise<void>;
}

export function createWorkspaceNotifications(options: {
  services: Pick<ApplicationServices, 'version' | 'files' | 'settings' | 'secrets' | 'http'>;
  /** Real path of the workspace. */
  root: string;
  /** The database. */
  file: string;
  /** Where the processes that have this workspace open find its listener. */
  leaseFile: string;
  mask: () => Promise<Mask>;
  events: Pick<Events, 'emit'>;
  /**
   * Where to listen as soon as a script asks for notifications. Left out: scripts are refused while the listener is
   * switched off.
   */
  listenOnUse?: ListenWish | undefined;
  /** Whose queue to receive from as soon as a script asks for notifications, instead of listening. */
  queueOnUse?: AccountSettings | undefined;
}): WorkspaceNotifications {
  const { services, root, events, listenOnUse, queueOnUse } = options;
  const { settings, secrets, http } = services;
  const inTurn = pLimit(1);
  const listenerSecrets = secrets.of({ workspace: root, purpose: 'listener' });
  const tokenOf = () => listenerSecrets.get('token');
  const savedListener = (): Settings['listeners'][string] =>
    settings.get().listeners[root] ?? {
      on: false,
      host: '127.0.0.1',
      port: DEFAULT_LISTENER_PORT,
      keep: KEEP_ALL,
      allowBrowsers: false,
      tls: NO_TLS,
      rules: [],
    };
  /** While the listener is off, its status tells where it would listen. */
  const withSavedAddress = (status: ListenerStatus): ListenerStatus => {
    const { host, port, allowBrowsers, tls } = savedListener();
    return status.listening ? status : { ...status, host, port, allowBrowsers, tls };
  };
  const onStatus = (status: ListenerStatus) => events.emit('notifications.changed', withSavedAddress(status));
  const providers = createWorkspaceProviders({ root, secrets, events, notifications: () => current });
  const current: Notifications = createNotifications({
    readerSettings: providers.readerSettings,
    file: options.file,
    leaseFile: options.leaseFile,
    storeThread: services.files.storeThread,
    mask: options.mask,
    onReceived: (received) => events.emit('notifications.received', received),
    onChanged: (changed) => events.emit('notifications.updated', changed),
    onRemoved: (ids) => events.emit('notifications.removed', { ids }),
    onRestored: (ids) => events.emit('notifications.restored', { ids }),
    onStatus,
  });
  const queue = createWorkspaceQueue(current);
  let startingQueue: Promise<void> | undefined;
  const isReceiving = () => current.status().listening || queue.isReceiving();
  /** Makes sure that notifications can come. @throws NotListening */
  async function receiveForRuns(): Promise<void> {
    if (queueOnUse) await (startingQueue ??= queue.start(createAccount(http, queueOnUse)));
    else if (listenOnUse) await current.listen(listenOnUse);
    if (isReceiving()) return;
    const { problem } = queue.status();
    if (problem) throw codedError('NotListening', `The queue of the account is not received: ${problem}`);
    throw codedError(
      'NotListening',
      'Nobody listens for notifications.',
      'Switch the listener on in the Webhooks view, or receive by the queue of the account.',
    );
  }
  /** While the queue is the only source, a wait ends when the service refuses, and there is no address. */
  const alsoByQueue = (webhooks: RunWebhooks): RunWebhooks => ({
    ...webhooks,
    forRequest: () => alsoByQueue(webhooks.forRequest()),
    async next(start, signal) {
      await receiveForRuns();
      if (current.status().listening) return webhooks.next(start, signal);
      const done = new AbortController();
      const either = AbortSignal.any([signal, done.signal]);
      try {
        return await Promise.race([webhooks.next(start, either), queue.refused(either)]);
      } finally {
        done.abort();
      }
    },
    async url() {
      const url = await webhooks.url();
      if (url !== '') return url;
      const message = 'Notifications come from the queue of the account: there is no address to send them to.';
      throw codedError('NotListening', message, 'Switch the listener on, or leave pm.webhooks.url out.');
    },
  });
  async function begin({ host, port, allowBrowsers, tls }: Settings['listeners'][string]): Promise<void> {
    await current.listen({ host, port, allowBrowsers, tls, token: await tokenOf() });
  }
  async function all(filter: Parameters<Notifications['list']>[0]): Promise<StoredNotification[]> {
    const found: StoredNotification[] = [];
    for (let before: number | undefined; found.length < MAX_EXPORTED; before = found.at(-1)?.summary.id) {
      const page = await current.page(filter, { before, limit: PAGE });
      found.push(...page);
      if (page.length < PAGE) break;
    }
    return found;
  }

  async function listen({ token, ...changes }: Parameters<NotificationsApi['notifications.listen']>[0]) {
    const known = savedListener();
    const { on } = changes;
    const wish = {
      on,
      host: changes.host ?? known.host,
      port: changes.port ?? known.port,
      keep: changes.keep ?? known.keep,
      allowBrowsers: changes.allowBrowsers ?? known.allowBrowsers,
      tls: changes.tls ?? known.tls,
      rules: known.rules,
    };
    if (token !== undefined) {
      if (token === '') await listenerSecrets.unset('token');
      else await listenerSecrets.set('token', token);
    }
    if (on && !isLoopback(wish.host) && !(await tokenOf())) {
      const message = `Listening on ${wish.host} can be reached from other machines.`;
      throw codedError('InvalidParams', message, 'Set a token first, or listen on 127.0.0.1.');
    }
    await current.stop();
    await settings.update((all) => ({ ...all, listeners: { ...all.listeners, [root]: wish } }));
    // To delete very many takes its time, and goes on by itself.
    await Promise.race([current.keep(wish.keep), sleep(DELETING_MS)]);
    if (on) await begin(wish);
    return withSavedAddress(current.status());
  }

  const api: NotificationsApi = {
    'notifications.status': () => withSavedAddress(current.status()),
    // A switch that is clicked twice is switched twice.
    'notifications.listen': (wish) => inTurn(() => listen(wish)),
    async 'notifications.setRules'({ rules }) {
      const saved = { ...savedListener(), rules: rules.filter(({ persistent }) => persistent) };
      await settings.update((all) => ({ ...all, listeners: { ...all.listeners, [root]: saved } }));
      current.setRules(rules);
      return withSavedAddress(current.status());
    },
    async 'notifications.list'({ filter, before, limit }) {
      const [items, total] = await Promise.all([current.list(filter, { before, limit }), current.count(filter)]);
      return { items, total };
    },
    'notifications.change': ({ id, ...change }) => current.change(id, change),
    async 'notifications.remove'({ ids }) {
      await current.remove(ids);
      return {};
    },
    'notifications.removeAll': async ({ filter }) => ({ ids: await current.removeAll(filter) }),
    async 'notifications.restore'({ ids }) {
      await current.restore(ids);
      return {};
    },
    'notifications.kinds': async () => {
      const { kinds } = await import('../providers/messaging/kinds.ts');
      return kinds.map(({ kind, title, setting }) => ({ kind, title, setting }));
    },
    'notifications.sample': async ({ kind, values }) => ({ text: await current.sample(kind, values) }),
    async 'notifications.send'({ text, url }, signal) {
      const own = current.status();
      if (url === null && !own.listening) throw codedError('NotListening', 'The listener is off.');
      const token = url === null || url === own.url ? await tokenOf() : undefined;
      const { hops, body } = await http.send(
        {
          method: 'POST',
          url: url ?? own.url,
          headers: token ? [{ name: 'Authorization', value: authorizationOf(token) }] : [],
          body: { mode: 'raw', text, contentType: 'application/json' },
        },
        { signal, timeoutMs: 200_000 },
      );
      return { status: hops.at(-1)?.status ?? 0, answer: body.toString('utf8').slice(0, 10_000) };
    },
    async 'notifications.export'({ filter, ids, format }) {
      const { toHar, toNdjson } = await import('../notifications/exchange.ts');
      const found = ids ? await Promise.all(ids.map((id) => current.stored(id))) : await all(filter);
      const mask = await options.mask();
      return { text: format === 'har' ? toHar(found, services.version, mask) : toNdjson(found, mask) };
    },
    async 'notifications.import'({ text }) {
      const { fromNdjson } = await import('../notifications/exchange.ts');
      return { count: (await current.add(fromNdjson(text))).length };
    },
  };

  return {
    api,
    current,
    queue,
    providers,
    forRun: () => alsoByQueue(createRunWebhooks(current, receiveForRuns, isReceiving)),
    async start() {
      const saved = savedListener();
      current.setRules(saved.rules);
      await current.keep(saved.keep);
      // A port that is taken or a disk that is full is told in the status; the workspace opens all the same.
      if (saved.on) await begin(saved).catch(() => undefined);
      onStatus(current.status());
    },
    receiveForRuns,
    async close() {
      await queue.stop();
      await current.close();
    },
  };
}
