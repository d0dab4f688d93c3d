/**
 * Notifications on disk: SQLite in WAL mode. `append` stores them, `flush` makes them durable, and `indexWaiting` then
 * recognises them and makes them searchable, which takes several times as long. The bytes are stored as received,
 * except for secrets, which are masked before; nothing in them is ever interpolated.
 */
import { statSync } from 'node:fs';
import { codedError } from '../../../contract/errors.ts';
import { createWebhookReader, type WebhookReader } from '../../providers/webhook-reader.ts';
import { createLiveNotifications, type LiveNotifications } from '../live-notifications.ts';
import { prepareAnswers } from './store-answers.ts';
import type { AnsweredGroup, NotificationStore, StoredChange } from './store-api.ts';
import { openStoreDatabase, type StoreDatabase } from './database/store-database.ts';
import { prepareInbox } from './store-inbox.ts';
import { preparePurge } from './store-purge.ts';
import { prepareReading, type StoreReading } from './queries/store-reading.ts';
import { prepareRecognition } from './store-recognize.ts';
import { prepareIndexing } from './store-indexing.ts';

export type { AnsweredGroup, NotificationStore, Page, StoredChange } from './store-api.ts';
export { MAX_COUNTED } from './queries/store-reading.ts';
export type { StoredNotification } from './database/store-row.ts';

/** @param onNotice receives a sentence about a damaged file that was renamed, or a file that was deleted */
export function openNotificationStore(
  file: string,
  onNotice: (text: string) => void,
  reader: WebhookReader = createWebhookReader(),
): NotificationStore {
  // In memory, so that these outlive a file that somebody deletes.
  const live = createLiveNotifications();
  const open = () => openParts({ database: openStoreDatabase(file, onNotice), live, reader });
  let parts = open();
  parts.inbox.reload();

  /** Everything written to a deleted file would be lost, so a new file is created. */
  function checkFile(): void {
    if (statSync(file, { throwIfNoEntry: false })?.ino === parts.inode) return;
    parts.close();
    parts = open();
    onNotice(`${file} was deleted while Outrigger was running. A new one was begun; what was in the old one is gone.`);
  }

  return {
    append(rows) {
      checkFile();
      return parts.inbox.add(rows);
    },
    async flush() {
      try {
        await parts.wal.sync();
      } catch (error) {
        throw codedError('StorageFailed', `${file} cannot be written to disk: ${(error as Error).message}`);
      }
    },
    indexWaiting: (ms) => parts.indexWaiting(ms),
    remember(originals) {
      for (const { id, original } of originals) live.add(id, original);
    },
    resume: () => parts.inbox.reload(),
    waiting: () => parts.inbox.waiting(),
    isWaiting: (id) => id >= parts.inbox.firstWaiting(),
    answered: (groups) => parts.answered(groups),
    change: (id, change) => parts.changes.change(id, change),
    removeSignatures: (provider) => parts.changes.removeSignatures(provider),
    list: (filter, page) => parts.reading.list(filter, page),
    count: (filter) => parts.reading.count(filter),
    get: (id) => parts.reading.read(id)?.original,
    after: (id, limit, maxBytes) => parts.reading.after(id, limit, maxBytes),
    lastId: () => parts.reading.lastId(),
    remove: (ids) => parts.changes.remove(ids),
    restore: (ids) => parts.changes.restore(ids),
    removeAll: (filter) => parts.changes.removeAll(filter),
    emptyTrash: (ids) => parts.purging.emptyTrash(ids),
    removed: () => parts.purging.removed(),
    purge: (retention) => parts.purging.purge(retention),
    recognizeAgain: () => parts.recognizing.recognizeAgain(),
    close: () => parts.close(),
  };
}

interface PartsOptions {
  database: ReturnType<typeof openStoreDatabase>;
  live: LiveNotifications;
  reader: WebhookReader;
}

/** Opens the parts of a store on one file. */
function openParts({ database: store, live, reader }: PartsOptions) {
  const { database, inode, wal, facets, transaction } = store;
  const reading = prepareReading(store, live);
  const { summary, read } = reading;
  const inbox = prepareInbox(store, live);
  const answers = prepareAnswers(store, summary);
  /** The responses to recognised notifications that are not written; more than the latest ones only after a failure. */
  let unwritten: AnsweredGroup[] = [];
  return {
    inode,
    wal,
    reading,
    inbox,
    indexWaiting: prepareIndexing({ store, inbox, answers, live, reader }),
    answered(groups: readonly AnsweredGroup[]) {
      unwritten.push(...answers.add(groups, inbox.firstWaiting()));
      if (unwritten.length === 0) return [];
      const changed = transaction(() => answers.write(unwritten));
      unwritten = [];
      return changed;
    },
    changes: prepareChanges(store, reading),
    purging: preparePurge(database, store.changeTotal),
    recognizing: prepareRecognition({ database, reader, facets, read, summary, inOneStep: transaction }),
    close() {
      // A deleted file whose successor cannot be opened is closed already.
      if (!database.isOpen) return;
      wal.close();
      database.close();
    },
  };
}

function prepareChanges(
  { statements, facets, transaction, changeTotal }: StoreDatabase,
  { summary, ids: matching }: StoreReading,
): Pick<NotificationStore, 'change' | 'removeSignatures' | 'remove' | 'restore' | 'removeAll'> {
  const setRemoved = (ids: readonly number[], removed: 0 | 1): void => {
    for (const id of ids) statements.remove.run(removed, id);
  };
  return {
    change: (id, { pinned, note, signature }: StoredChange) =>
      transaction(() => {
        statements.change.run(pinned === undefined ? null : Number(pinned), note ?? null, signature ?? null, id);
        return summary(id);
      }),
    removeSignatures: (provider) => transaction(() => void statements.removeSignatures.run(provider)),
    remove: (ids) => changeTotal(() => setRemoved(ids, 1)),
    restore: (ids) => changeTotal(() => setRemoved(ids, 0)),
    removeAll: (filter) =>
      changeTotal(() => {
        const ids = facets.ids(filter, { limit: Number.MAX_SAFE_INTEGER }) ?? matching(filter);
        setRemoved(ids, 1);
        return ids;
      }),
  };
}
