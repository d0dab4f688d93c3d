/**
 * The notifications of one workspace: store, listener, and the waits for new ones. There is no gap between stored and
 * announced notifications: a wait first subscribes, then asks the store.
 */
import { codedError } from '../../contract/errors.ts';
import type { ReaderConfiguration } from '../providers/webhook-reader.ts';
import { noMask } from '../platform/secrets/mask.ts';
import { createMaskedStore } from './store/thread/masked-store.ts';
import { createNotificationQueries, notFound } from './store/queries/notification-queries.ts';
import { createNewsDelivery } from './news-delivery.ts';
import type { Notifications, NotificationsOptions } from './notifications-api.ts';
import { createRefusedRequests } from './listener/refused-requests.ts';
import { createRefusals } from './listener/refusals.ts';
import { createStoreOnDemand, type StoreOnDemand } from './store/thread/store-on-demand.ts';
import type { Ask } from './store/thread/store-thread.ts';
import { createWorkspaceListener, type WorkspaceListener } from './listener/workspace-listener.ts';

const NO_READER_CONFIGURATION: ReaderConfiguration = { providers: [], secrets: {} };

export type { ListenRequest as ListenWish, Notifications, NotificationsOptions } from './notifications-api.ts';

export function createNotifications(options: NotificationsOptions): Notifications {
  const { file, leaseFile, onStatus, mask = () => noMask } = options;
  const { readerConfiguration = () => Promise.resolve(NO_READER_CONFIGURATION) } = options;
  const refusals = createRefusals();
  const refused = createRefusedRequests();
  const delivery = createNewsDelivery(options);
  const store: StoreOnDemand = createStoreOnDemand({
    file,
    entry: options.storeThread,
    readerConfiguration,
    whenHandled: options.whenHandled,
    onIndexed: (summaries) => listener.publish({ t: 'indexed', summaries }),
    onChanged: (summaries) => listener.publish({ t: 'changed', summaries }),
    onPurged: (ids) => listener.publish({ t: 'removed', ids }),
    onNotice: (kind, text) => listener.setNotice(kind, text),
  });
  const { ask } = store;
  const maskedStore = createMaskedStore(store, mask);
  const listener: WorkspaceListener = createWorkspaceListener({
    file,
    leaseFile,
    onStatus,
    store,
    maskedStore,
    mask,
    delivery,
    onRefused(request) {
      refused.add(request);
      refusals.add(request.reason);
    },
  });

  return {
    status: listener.status,
    openSoon: store.openSoon,
    listen: listener.listen,
    stop: listener.stop,
    refusals,
    setRules: listener.setRules,
    restoreRules: listener.restoreRules,
    setNotice: listener.setNotice,
    ...createNotificationQueries({ ask, refused, mask }),
    ...createRecognition(store, readerConfiguration),
    ...createChanges(ask, listener),
    add: maskedStore.add,
    sample: async (kind, values) => (await import('./sample.ts')).sample(kind, values),
    setRetention: store.setRetention,
    arrived: (id, signal) => delivery.arrival(async () => (await ask('after', id, 1)).length > 0, signal),
    async close() {
      await listener.close();
      await store.close();
    },
  };
}

/**
 * Recognises stored notifications again, with the present providers. A store that is opened later asks for it itself.
 */
function createRecognition(
  { ask, isOpen }: StoreOnDemand,
  readerConfiguration: () => Promise<ReaderConfiguration>,
): Pick<Notifications, 'refreshReader' | 'checkSignatures' | 'recognizeAgain' | 'verify'> {
  return {
    async refreshReader() {
      if (isOpen()) await ask('configure', await readerConfiguration());
    },
    checkSignatures: (provider) => ask('checkSignatures', provider),
    async recognizeAgain() {
      if (isOpen()) await ask('recognizeAgain');
    },
    verify: async (id, options) => (await ask('verify', id, options)) ?? notFound(id),
  };
}

function createChanges(
  ask: Ask,
  { publish }: Pick<WorkspaceListener, 'publish'>,
): Pick<Notifications, 'change' | 'remove' | 'removeAll' | 'restore'> {
  return {
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
  };
}
