/**
 * Stores notifications as they arrive. First they are made durable, which is all that a sender waits for. Recognising
 * and announcing them takes several times as long and is deferred, so that a burst is answered first; a query has the
 * rest recognised before it is answered.
 */
import { toFailure } from '../../../contract/errors.ts';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import type { InboxRow } from './inbox.ts';
import type { NotificationStore } from '../store/store.ts';

/**
 * A burst begins when this number of notifications waits to be recognised: more arrive than can be recognised at once.
 * Counted over all batches, because each batch may be small.
 */
const BURST = 16;
/** Milliseconds without arrivals that end a burst. */
const QUIET_MS = 50;
/**
 * The first notifications of a burst are recognised at once, so that its beginning is shown. In a burst that lasts
 * longer than these milliseconds, recognising the others gets a share of the time: one part in `BURST_SHARE`.
 */
const LONG_BURST_MS = 1000;
const BURST_SHARE = 5;
/**
 * The slices of a burst grow with its age, by a millisecond in this number of milliseconds: a short burst is hardly
 * delayed, and a stream that does not end is recognised as fast as it arrives.
 */
const BURST_MS_PER_SLICE_MS = 500;
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

/** Says when recognising has its turn while notifications keep arriving. */
function createBurst() {
  let lastArrival = 0;
  let burst: { startMs: number; turnMs: number } | undefined;
  /** Whether a burst continues. */
  function isOn(now: number): boolean {
    if (now - lastArrival > QUIET_MS) burst = undefined;
    return burst !== undefined;
  }
  return {
    isOn,
    /** @param waiting the number of notifications that are not recognised */
    arrival(waiting: number): void {
      const now = performance.now();
      if (!isOn(now) && waiting >= BURST) burst = { startMs: now, turnMs: now };
      lastArrival = now;
    },
    isTurn: (now: number) => burst !== undefined && now >= burst.turnMs,
    sliceMs: (now: number) => (burst ? Math.min(SLICE_MS, (now - burst.startMs) / BURST_MS_PER_SLICE_MS) : SLICE_MS),
    /** @param start when the turn has begun */
    endTurn(start: number): void {
      if (!burst) return;
      const now = performance.now();
      burst.turnMs = Math.max(burst.startMs + LONG_BURST_MS, now + (now - start) * (BURST_SHARE - 1));
    },
  };
}

export function createIntake({ store, onIndexed, onProblem }: IntakeOptions): Intake {
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  const burst = createBurst();

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
    if (!burst.isOn(now)) indexFor(SLICE_MS);
    else if (burst.isTurn(now)) {
      indexFor(burst.sliceMs(now));
      burst.endTurn(now);
    }
    if (store.waiting() === 0) return;
    if (failing || burst.isOn(now)) timer = setTimeout(work, failing ? RETRY_MS : QUIET_MS);
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
      // The sync runs on another thread meanwhile.
      const durable = store.flush();
      burst.arrival(store.waiting());
      if (store.waiting() > MAX_WAITING) indexFor(0);
      if (!timer) immediate ??= setImmediate(work);
      await durable;
      return first;
    },
    indexWaiting: (ms = QUERY_WAIT_MS) => (store.waiting() > 0 ? indexFor(ms) : []),
    close: cancel,
  };
}
