/**
 * The notifications of one workspace: store, listener, and who wants to hear of new ones. There is no gap between what
 * is stored and what is announced: whoever waits listens first, then asks the store.
 */
import path from 'node:path';
import { codedError, toFailure } from '../../contract/errors.ts';
import {
  DEFAULT_LISTENER_PORT,
  KEEP_ALL,
  NO_TLS,
  type AnswerRule,
  type ListenerStatus,
} from '../../contract/notification.ts';
import type { ReaderSettings } from '../providers/webhook-reader.ts';
import { noMask, type Mask } from '../platform/mask.ts';
import type { Arrival } from './arrival.ts';
import { asBuffer, inboxRows } from './inbox.ts';
import { keptResponse } from './listener-response.ts';
import type { SentGroup } from './listener.ts';
import type { ListenWish, Notifications, NotificationsOptions } from './notifications-api.ts';
import { createNewsDelivery } from './news-delivery.ts';
import { createRefusedRequests, type RefusedRequest } from './refused-requests.ts';
import { createRefusals } from './refusals.ts';
import { createSharedIntake } from './shared/shared-intake.ts';
import type { StoreNews } from './shared/messages.ts';
import type { SharedListener } from './shared/shared-listener.ts';
import type { AnsweredGroup, StoredNotification } from './store.ts';
import { startStoreThread, type Ask, type StoreThread } from './store-thread.ts';

const NO_READER_SETTINGS: ReaderSettings = { providers: [], secrets: {} };
const MAX_LIFE = 200;
const PURGE_MS = 3_600_000;

export type { ListenWish, Notifications, NotificationsOptions } from './notifications-api.ts';

export function createNotifications(options: NotificationsOptions): Notifications {
  const { file, leaseFile, storeThread: entry, readerSettings = () => Promise.resolve(NO_READER_SETTINGS) } = options;
  const { mask = () => noMask, onStatus } = options;
  // Opened with the first need of it: most workspaces have no notifications.
  let opened: Promise<StoreThread> | undefined;
  let listener: SharedListener | undefined;
  let starting: Promise<void> | undefined;
  const refusals = createRefusals();
  let tls = NO_TLS;
  let notice: string | null = null;
  let rules: readonly AnswerRule[] = [];
  let [received, refused, visits] = [0, 0, 0];
  const refusedRequests = createRefusedRequests();
  const delivery = createNewsDelivery(options);
  let closed = false;
  let kept = KEEP_ALL;
  let purging: NodeJS.Timeout | undefined;

  async function open(): Promise<StoreThread> {
    if (closed) throw codedError('StorageFailed', `The notifications in ${file} are closed.`);
    if (opened) return opened;
    const started = readerSettings().then((reader) =>
      startStoreThread({
        ...{ file, entry, reader, onNotice: tell },
        onSettled: (summaries) => publish({ t: 'settled', summaries }),
        onChanged: (summaries) => publish({ t: 'changed', summaries }),
        onLost: () => void (opened === started && (opened = undefined)),
      }),
    );
    opened = started;
    started.then(purge, () => undefined);
    return started;
  }
  /** Does nothing to a store that nobody has needed yet. What fails now is tried again in an hour. */
  async function purge(): Promise<void> {
    if (closed || (kept.days === null && kept.megabytes === null)) return;
    try {
      await (await opened)?.call('purge', kept);
    } catch (error) {
      tell(`Old notifications could not be deleted: ${toFailure(error).message}`);
    }
  }
  const ask: Ask = (name, ...values) => open().then(({ call }) => call(name, ...values));
  const status = (): ListenerStatus => ({
    listening: listener !== undefined,
    host: listener?.host ?? '127.0.0.1',
    port: listener?.port ?? DEFAULT_LISTENER_PORT,
    url: listener?.url ?? '',
    notice,
    hasToken: listener?.hasToken ?? false,
    allowBrowsers: listener?.allowBrowsers ?? false,
    tls,
    rules: [...rules],
    keep: kept,
    received,
    refused,
    visits,
  });
  function tell(text: string | null): void {
    notice = text;
    onStatus(status());
  }
  /** Shows what this process or another one with the same database has changed. */
  function show(news: StoreNews): void {
    if (news.t === 'settled') received += news.summaries.length;
    delivery.deliver(news);
  }
  function publish(news: StoreNews): void {
    listener?.announce(news);
    show(news);
  }
  const stored = async (id: number): Promise<StoredNotification> => {
    if (id < 0) return refusedRequests.get(id, await mask()) ?? notFound(id);
    return asStored((await ask('get', id)) ?? notFound(id));
  };

  function addRefused(request: RefusedRequest): void {
    refused += 1;
    refusedRequests.add(request);
    refusals.add(request.reason);
    onStatus(status());
  }
  async function recordAnswers(groups: readonly SentGroup[]): Promise<void> {
    const hidden = groups.some(({ sent }) => sent) ? await mask() : noMask;
    await ask('answered', answeredGroups(groups, hidden));
  }
  const take = async (arrivals: readonly Arrival[]) => ask('take', inboxRows(arrivals, await mask()));

  const onMessage = createSharedIntake({
    take,
    remember: async (originals) => ask('remember', originals),
    mask,
    ...{ onNews: show, onRefused: addRefused },
    onProblem: (problem) => tell(`A notification of the shared listener is missing here: ${problem}`),
  });

  async function start({ port, exact, ...wish }: ListenWish): Promise<void> {
    notice = null;
    // Lazy: most runs of the command line receive nothing.
    const [{ startSharedListener }, { readCertificate }] = await Promise.all([
      import('./shared/shared-listener.ts'),
      import('./listener-certificate.ts'),
      open(),
    ]);
    const starting = await startSharedListener({
      listener: {
        take,
        onAnswered: (groups) => void recordAnswers(groups).catch(() => undefined),
        recognize: (id) => ask('recognize', id),
        certificate: await readCertificate(wish.tls ?? NO_TLS, path.dirname(file)),
        allowBrowsers: wish.allowBrowsers ?? false,
        ...(wish.host === undefined ? {} : { host: wish.host }),
        ...(port === undefined ? {} : { port }),
        exact,
        token: wish.token,
        onRefused: addRefused,
        onVisit() {
          visits += 1;
          onStatus(status());
        },
        onStorage: (problem) => tell(problem && `Notifications are answered with 503: ${problem}`),
      },
      ...{ leaseFile, store: file, onMessage },
      onChanged(isListening) {
        listener?.setRules(rules);
        // What the process that listened has stored and not recognised.
        if (isListening) void ask('resume').catch(() => undefined);
        tell(listener?.notice ?? null);
      },
      onLost(error) {
        listener = undefined;
        tell(`${error.message} ${error.remedy}`);
      },
    });
    starting.setRules(rules);
    listener = starting;
    tls = wish.tls ?? NO_TLS;
    tell(starting.notice);
  }

  return {
    status,
    async refreshReader() {
      // A store that is opened later asks for the settings itself.
      if (opened) await ask('configure', await readerSettings());
    },
    checkSignatures: (provider) => ask('checkSignatures', provider),
    async recognizeAgain() {
      if (opened) await ask('recognizeAgain');
    },
    verify: async (id, options) => (await ask('verify', id, options)) ?? notFound(id),
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
      tell(null);
    },
    setRules(next) {
      rules = next;
      listener?.setRules(next);
      onStatus(status());
    },
    list: async (filter, page) =>
      filter.refused
        ? refusedRequests.page(filter, page, await mask()).map(({ summary }) => summary)
        : ask('list', filter, page),
    page: async (filter, page) =>
      filter.refused
        ? refusedRequests.page(filter, page, await mask())
        : (await ask('page', filter, page)).map(asStored),
    count: async (filter) =>
      filter.refused ? refusedRequests.page(filter, { limit: Infinity }, await mask()).length : ask('count', filter),
    stored,
    parsed: async (id) => (await ask('parsed', id)) ?? notFound(id),
    async detail(id) {
      if (id < 0) return { ...((await ask('detail', id, await stored(id))) ?? notFound(id)), life: [] };
      const detail = (await ask('detail', id)) ?? notFound(id);
      const { idMessage } = detail.summary;
      const life = idMessage ? (await ask('list', { idMessage }, { limit: MAX_LIFE })).reverse() : [];
      return { ...detail, life };
    },
    add: async (arrivals) => ask('add', inboxRows(arrivals, await mask())),
    sample: async (kind, values) => (await import('./sample.ts')).sample(kind, values),
    change: async (id, change) => (await ask('change', id, change)) ?? notFound(id),
    async remove(ids) {
      await ask('remove', ids);
      publish({ t: 'removed', ids: [...ids] });
    },
    async removeAll(filter) {
      if (!filter.refused) {
        const ids = await ask('removeAll', filter);
        publish({ t: 'removed', ids });
        return ids;
      }
      const message = 'Requests that were refused are not stored, so that they cannot be deleted.';
      throw codedError('InvalidParams', message, 'They are gone when Outrigger is closed.');
    },
    async restore(ids) {
      await ask('restore', ids);
      publish({ t: 'restored', ids: [...ids] });
    },
    async keep(retention) {
      kept = retention;
      clearInterval(purging);
      purging = setInterval(() => void purge(), PURGE_MS).unref();
      await purge();
    },
    lastId: () => ask('lastId'),
    refusals,
    after: async (id, limit, maxBytes) => (await ask('after', id, limit, maxBytes)).map(asStored),
    arrived: (id, signal) => delivery.arrival(async () => (await ask('after', id, 1)).length > 0, signal),
    async close() {
      clearInterval(purging);
      await starting?.catch(() => undefined);
      await listener?.close();
      if (await opened?.catch(() => undefined)) {
        // Who listens for them hears of all that was answered, and may still ask for it.
        await ask('settle');
        await delivery.delivered();
        await ask('close');
      }
      closed = true;
    },
  };
}

const answeredGroups = (groups: readonly SentGroup[], hidden: Mask): AnsweredGroup[] =>
  groups.map(({ sent, ...group }) => ({ ...group, ...(sent && { response: keptResponse(sent, hidden) }) }));

function notFound(id: number): never {
  throw codedError('NotificationNotFound', `There is no notification ${id}.`);
}

/** What a thread sends has lost that its bytes are a Buffer. */
const asStored = (sent: StoredNotification): StoredNotification => ({ ...sent, body: asBuffer(sent.body) });
