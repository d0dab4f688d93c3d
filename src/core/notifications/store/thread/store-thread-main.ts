/**
 * The thread that owns the store. Calls begin in order, and recognised notifications are announced before the answer of
 * a call that can see them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../../../../contract/errors.ts';
import { createWebhookReader, type ReaderConfiguration } from '../../../providers/webhook-reader.ts';
import { detailOf } from '../../detail.ts';
import { checkSignature, verifyStored } from '../../check-signature.ts';
import { asBuffer } from '../../listener/inbox.ts';
import { createIntake } from '../../listener/intake.ts';
import { takeOpenLock } from './open-lock.ts';
import { openNotificationStore, type StoredNotification } from '../store.ts';
import { unrecordedNotice, type SetNotice } from '../../notices.ts';
import {
  OPENED,
  type FromStoreThread,
  type StoreCall,
  type StoreCalls,
  type StoreThreadCall,
  type ToStoreThread,
} from './store-thread.ts';

/** The number of notifications whose signature is checked again after a secret was entered. */
const MAX_CHECKED = 200;

const port = parentPort;
if (!port) throw new Error('This runs as a thread.');
const post = (message: FromStoreThread) => port.postMessage(message);
const postNotice: SetNotice = (kind, text) => post({ notice: { kind, text } });

try {
  const { file, reader: configuration } = workerData as { file: string; reader: ReaderConfiguration };
  const reader = createWebhookReader(configuration);
  const store = openNotificationStore(file, (text) => postNotice('file', text), reader);
  // The ids that another process may still restore, as long as it has the store open.
  let trash: number[] = [];
  const openLock = takeOpenLock(file, () => (trash = store.removed()));
  let closed = false;
  let recognitions = 0;
  const intake = createIntake({
    store,
    onIndexed: (indexed) => post({ indexed }),
    onProblem: (problem) => postNotice('recognizing', problem && `Notifications are kept, but not shown: ${problem}`),
  });
  /** Runs the steps of a generator; other calls and messages are handled between the steps. */
  const inSteps = async <T>(steps: Generator<T, unknown, unknown>, onStep: (step: T) => void = () => undefined) => {
    for (const step of steps) {
      onStep(step);
      await nextTurn();
      if (closed) return;
    }
  };
  /** Recognises everything received before a query is answered, unless that would take too long. */
  const withAllIndexed = () => {
    intake.indexWaiting();
    return store;
  };
  /** The same before a call that is about certain notifications: in a burst, those are usually recognised already. */
  const withIndexed = (ids: readonly number[]) => (ids.some(store.isWaiting) ? withAllIndexed() : store);
  const calls: StoreCalls = {
    take: (rows) => intake.take(rows),
    async add(rows) {
      const storing = intake.take(rows);
      // Recognised at once: the sync runs meanwhile.
      const added = intake.indexWaiting(Infinity);
      const first = await storing;
      return added.filter(({ id }) => id >= first);
    },
    list: (filter, page) => withAllIndexed().list(filter, page),
    count: (filter) => withAllIndexed().count(filter),
    get: (id) => withIndexed([id]).get(id),
    page(filter, { maxBytes = Infinity, ...page }) {
      const notifications: StoredNotification[] = [];
      let bytes = 0;
      for (const { id } of withAllIndexed().list(filter, page)) {
        const notification = store.get(id);
        if (!notification) continue;
        notifications.push(notification);
        bytes += notification.body.length;
        if (bytes >= maxBytes) break;
      }
      return notifications;
    },
    async detail(id, refused) {
      const stored = refused ? { ...refused, body: asBuffer(refused.body) } : withIndexed([id]).get(id);
      return stored && (await detailOf(stored, reader));
    },
    async recognize(id) {
      // In steps, so that other calls are handled in between. Ends when the file cannot be written.
      while (!closed && store.isWaiting(id) && intake.indexWaiting(0).length > 0) await nextTurn();
      const { kind = null, provider = null, event = null } = store.get(id)?.summary ?? {};
      return { kind, provider, event };
    },
    after: (id, limit, maxBytes) => withAllIndexed().after(id, limit, maxBytes),
    lastId: () => store.lastId(),
    remember: (originals) => store.remember(originals),
    resume() {
      store.resume();
      intake.indexWaiting(Infinity);
    },
    remove: (ids) => withIndexed(ids).remove(ids),
    restore: (ids) => withIndexed(ids).restore(ids),
    removeAll: (filter) => withAllIndexed().removeAll(filter),
    change(id, change) {
      const changed = withIndexed([id]).change(id, change);
      if (changed) post({ changed: [changed] });
      return changed;
    },
    configure: (next) => reader.configure(next),
    async checkSignatures(provider) {
      const latest = withAllIndexed().list({ provider }, { limit: MAX_CHECKED });
      for (const { id, signature } of latest) {
        const stored = store.get(id);
        const checked = stored && checkSignature(reader, stored);
        if (checked === null) {
          // The provider has no secret any more, so that no result is known.
          store.removeSignatures(provider);
          post({ changed: latest.map((summary) => ({ ...summary, signature: null })) });
          return;
        }
        const isNew = checked !== undefined && checked.state !== signature;
        const changed = isNew ? store.change(id, { signature: checked.state }) : undefined;
        if (changed) post({ changed: [changed] });
        await nextTurn();
        if (closed) return;
      }
    },
    async recognizeAgain() {
      const number = (recognitions += 1);
      for (const changed of withAllIndexed().recognizeAgain()) {
        if (changed.length > 0) post({ changed });
        await nextTurn();
        if (closed || number !== recognitions) return;
      }
    },
    verify(id, options) {
      const stored = withIndexed([id]).get(id);
      return stored && verifyStored(reader, stored, options);
    },
    purge: (retention) =>
      inSteps(store.purge(retention), (removed) => {
        if (removed.length > 0) post({ removed });
      }),
    indexAll: () => void intake.indexWaiting(Infinity),
    close() {
      closed = true;
      intake.close();
      store.close();
      openLock.close();
    },
  };
  // Recognises the notifications that a killed process has left.
  intake.indexWaiting(Infinity);
  post({ id: OPENED, result: undefined });
  void inSteps(store.emptyTrash(trash)).catch(() => undefined);

  const answer = async ({ id, name, values }: StoreThreadCall): Promise<void> => {
    try {
      const call = calls[name] as StoreCall;
      const result = await call(...values);
      post({ id, result });
    } catch (error) {
      post({ id, failure: toFailure(error) });
    }
    // Closing the port ends the thread.
    if (name === 'close') port.close();
  };
  let isFailing = false;
  /** A failure is not one of the call that follows: the notifications are stored, only their responses are not. */
  const recordAnswers = (groups: ToStoreThread['answered']): void => {
    try {
      const changed = store.answered(groups);
      if (changed.length > 0) post({ changed });
      if (isFailing) postNotice('responses', null);
      isFailing = false;
    } catch (error) {
      if (!isFailing) postNotice('responses', unrecordedNotice(error));
      isFailing = true;
    }
  };
  port.on('message', ({ answered, call }: ToStoreThread) => {
    if (answered.length > 0) recordAnswers(answered);
    if (call) void answer(call);
  });
} catch (error) {
  post({ id: OPENED, failure: toFailure(error) });
}
