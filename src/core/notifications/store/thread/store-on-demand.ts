/**
 * The store's thread of one workspace. It is started by the first call, because most workspaces have no notifications,
 * or by `openSoon` where there are some. A thread that has ended unexpectedly is started again by the next call.
 */
import { existsSync } from 'node:fs';
import { codedError, toFailure } from '../../../../contract/errors.ts';
import { KEEP_ALL, type Retention } from '../../../../contract/webhooks/listener-settings.ts';
import type { SetNotice } from '../../notices.ts';
import type { NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { ReaderConfiguration } from '../../../providers/webhook-reader.ts';
import { startStoreThread, type Ask, type StoreThread } from './store-thread.ts';

const PURGE_INTERVAL_MS = 3_600_000;
/** Milliseconds in which the window usually loads: until then, the processor has other work. */
const OPENING_DELAY_MS = 1000;

export interface StoreOnDemandOptions {
  file: string;
  /** The built file of the thread; absent: its source. */
  entry: string | undefined;
  readerConfiguration: () => Promise<ReaderConfiguration>;
  onIndexed: (indexed: NotificationSummary[]) => void;
  onChanged: (changed: NotificationSummary[]) => void;
  /** Receives the ids of notifications that were deleted because the retention excludes them. */
  onPurged: (ids: number[]) => void;
  onNotice: SetNotice;
  /** Resolves when the observers have handled all reports of `onIndexed`. */
  whenHandled: (() => Promise<void>) | undefined;
}

export interface StoreOnDemand {
  /** Starts the thread if it is not running. @throws StorageFailed */
  open(): Promise<StoreThread>;
  /**
   * Starts the thread after a moment if the file exists, so that the first list does not wait for that. A failure is one
   * of the next call, which tries again. @param delayMs default: until the window has probably been loaded
   */
  openSoon(delayMs?: number): void;
  /** Whether the thread was started. */
  isOpen(): boolean;
  /** Calls the thread, which is started if it is not running. */
  ask: Ask;
  /** As in `StoreThread`; responses to notifications of a thread that has ended are not recorded. */
  recordAnswers: StoreThread['recordAnswers'];
  retention(): Retention;
  /**
   * Permanently deletes the notifications outside of the retention: now, each time that the store is opened, and every
   * hour.
   */
  setRetention(retention: Retention): Promise<void>;
  close(): Promise<void>;
}

export function createStoreOnDemand(options: StoreOnDemandOptions): StoreOnDemand {
  const { file, entry, readerConfiguration, onIndexed, onChanged, onPurged, onNotice, whenHandled } = options;
  let thread: Promise<StoreThread> | undefined;
  let isClosed = false;
  let opening: NodeJS.Timeout | undefined;

  async function open(): Promise<StoreThread> {
    if (isClosed) throw codedError('StorageFailed', `The notifications in ${file} are closed.`);
    if (thread) return thread;
    const started = readerConfiguration().then((reader) =>
      startStoreThread({
        file,
        entry,
        reader,
        onIndexed,
        onChanged,
        onPurged,
        onNotice,
        onLost: () => void (thread === started && (thread = undefined)),
      }),
    );
    thread = started;
    started.then(purging.purge, () => undefined);
    return started;
  }
  /** Does not start the thread: what it stores is purged when it is opened. */
  const purging = createPurging(async (retention) => {
    if (!isClosed) await (await thread)?.call('purge', retention);
  }, onNotice);
  const ask: Ask = (name, ...values) => open().then(({ call }) => call(name, ...values));

  return {
    open,
    openSoon(delayMs = OPENING_DELAY_MS) {
      clearTimeout(opening);
      const openExisting = () => void (existsSync(file) && open().catch(() => undefined));
      opening = setTimeout(openExisting, delayMs).unref();
    },
    isOpen: () => thread !== undefined,
    ask,
    recordAnswers: (groups) => void thread?.then(({ recordAnswers }) => recordAnswers(groups)).catch(() => undefined),
    retention: purging.retention,
    setRetention: purging.setRetention,
    async close() {
      clearTimeout(opening);
      purging.stop();
      if (await thread?.catch(() => undefined)) {
        // Observers are told of every answered notification, and may still call the store about it.
        await ask('indexAll');
        await whenHandled?.();
        await ask('close');
      }
      isClosed = true;
    },
  };
}

/**
 * Deletes the notifications outside of the retention, also every hour. A failed purge is repeated then.
 * @param purgeStore deletes them from the store
 */
export function createPurging(purgeStore: (retention: Retention) => Promise<void>, onNotice: SetNotice) {
  let retention = KEEP_ALL;
  let timer: NodeJS.Timeout | undefined;
  /** Whether the last purge has failed. */
  let hasFailed = false;
  async function purge(): Promise<void> {
    const keepsAll = retention.days === null && retention.megabytes === null;
    try {
      if (!keepsAll) await purgeStore(retention);
      if (hasFailed) onNotice('retention', null);
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      onNotice('retention', `Old notifications could not be deleted: ${toFailure(error).message}`);
    }
  }
  return {
    purge,
    retention: () => retention,
    async setRetention(next: Retention): Promise<void> {
      retention = next;
      clearInterval(timer);
      timer = setInterval(() => void purge(), PURGE_INTERVAL_MS).unref();
      await purge();
    },
    stop: () => clearInterval(timer),
  };
}
