/**
 * Stores notifications as they arrive. First they are made durable, which is all that a sender waits for. Recognising
 * and announcing them takes several times as long and is deferred, so that a burst is answered first; a query has the
 * rest recognised before it is answered.
 */
import { toFailure } from '../../../contract/errors.ts';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { countOf, type InboxRow } from './inbox.ts';
import type { NotificationStore } from '../store/store.ts';

/** A batch of this size counts as a burst, in which there is hardly time to answer. */
const BURST = 16;
/** Milliseconds without arrivals that end a burst. */
const QUIET_MS = 50;
/**
 * In a burst that lasts longer than these milliseconds, recognising gets a share of the time: one part in
 * `BURST_SHARE`.
 */
const LONG_BURST_MS = 600;
const BURST_SHARE = 5;
/**
 * Milliseconds for which recognising may occupy the thread. Longer slices make fewer commits, which write the same
 * pages again.
 */
const SLICE_MS = 25;
/** Milliseconds that a query waits at most for notifications to be recognised. */
const QUERY_WAIT_MS = 100;
/** With more notifications waiting, each batch that is stored has some recognised. */
const MAX_WAITING = 100_000;
const RETRY_MS = 1000;

export interface Intake {
  /**
   * Resolves when the notifications are durable, with the id of the first; the others have the ids after it. @throws
   * StorageFailed
   */
  take(rows: readonly InboxRow[]): Promise<number>;
  /**
   * Recognises waiting notifications for at most this time. Never throws: a notification that could not be recognised
   * is tried again later.
   */
  indexWaiting(ms?: number): NotificationSummary[];
  close(): void;
}

export interface IntakeOptions {
  store: NotificationStore;
  onIndexed: (indexed: NotificationSummary[]) => void;
  /** Receives a message when notifications are stored but cannot be recognised; null when they can again. */
  onProblem: (problem: string | null) => void;
}

export function createIntake({ store, onIndexed, onProblem }: IntakeOptions): Intake {
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let lastTaken = 0;
  /** The time from which recognising may begin although a burst continues; undefined outside of a burst. */
  let burstTurn: number | undefined;

  function indexFor(ms: number): NotificationSummary[] {
    const indexed: NotificationSummary[] = [];
    const until = performance.now() + ms;
    try {
      do indexed.push(...store.indexWaiting(Math.min(ms, SLICE_MS)));
      while (store.waiting() > 0 && performance.now() < until);
      if (failing) onProblem(null);
      failing = false;
    } catch (error) {
      if (!failing) onProblem(toFailure(error).message);
      failing = true;
    }
    if (indexed.length > 0) onIndexed(indexed);
    return indexed;
  }
  function work(): void {
    cancel();
    const now = performance.now();
    if (burstTurn !== undefined && now - lastTaken > QUIET_MS) burstTurn = undefined;
    if (burstTurn === undefined) indexFor(SLICE_MS);
    else if (now >= burstTurn) {
      indexFor(0);
      const end = performance.now();
      burstTurn = end + (end - now) * (BURST_SHARE - 1);
    }
    if (store.waiting() === 0) return;
    if (failing || burstTurn !== undefined) timer = setTimeout(work, failing ? RETRY_MS : QUIET_MS);
    else immediate = setImmediate(work);
  }
  function cancel(): void {
    clearImmediate(immediate);
    clearTimeout(timer);
    immediate = timer = undefined;
  }

  return {
    async take(rows) {
      const first = store.append(rows);
      lastTaken = performance.now();
      if (countOf(rows) >= BURST) burstTurn ??= lastTaken + LONG_BURST_MS;
      if (store.waiting() > MAX_WAITING) indexFor(0);
      if (!timer) immediate ??= setImmediate(work);
      await store.flush();
      return first;
    },
    indexWaiting: (ms = QUERY_WAIT_MS) => (store.waiting() > 0 ? indexFor(ms) : []),
    close: cancel,
  };
}
