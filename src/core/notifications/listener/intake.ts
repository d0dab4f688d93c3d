/**
 * Takes notifications as they arrive. They are made durable first, which is all that a sender waits for, and recognised
 * and announced as soon as there is time. That takes several times as long: a burst is answered first. Who asks for what
 * is stored has the rest recognised before.
 */
import { toFailure } from '../../../contract/errors.ts';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { countOf, type InboxRow } from './inbox.ts';
import type { NotificationStore } from '../store/store.ts';

/** When so many arrive together, there is hardly time to answer them. */
const BURST = 16;
/** A burst is over when nothing has arrived for this long. */
const QUIET_MS = 50;
/** In a burst that goes on for longer, recognising gets a part of the time: one in so many. */
const PATIENCE_MS = 1000;
const BURST_SHARE = 5;
/** Recognising holds up nothing for longer. A longer slice is fewer commits, which write the same pages again. */
const SLICE_MS = 25;
/** Who asks waits no longer for what is not recognised yet. */
const ASKING_MS = 100;
/** With more than this waiting, some are recognised whenever some are taken. */
const MAX_WAITING = 100_000;
const RETRY_MS = 1000;

export interface Intake {
  /** Resolves when they are durable, with the number of the first; the others follow it. @throws StorageFailed */
  take(rows: readonly InboxRow[]): Promise<number>;
  /** Recognises what waits, for at most this long. Never throws: what could not be is tried again later. */
  settle(ms?: number): NotificationSummary[];
  close(): void;
}

export interface IntakeOptions {
  store: NotificationStore;
  onSettled: (settled: NotificationSummary[]) => void;
  /** Notifications are kept, but cannot be made readable; null when they can again. */
  onProblem: (problem: string | null) => void;
}

export function createIntake({ store, onSettled, onProblem }: IntakeOptions): Intake {
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;
  let failing = false;
  let lastTaken = 0;
  /** When recognising may begin although a burst goes on; undefined outside of one. */
  let burstTurn: number | undefined;

  function settle(ms: number): NotificationSummary[] {
    const settled: NotificationSummary[] = [];
    const until = performance.now() + ms;
    try {
      do settled.push(...store.settle(Math.min(ms, SLICE_MS)));
      while (store.waiting() > 0 && performance.now() < until);
      if (failing) onProblem(null);
      failing = false;
    } catch (error) {
      if (!failing) onProblem(toFailure(error).message);
      failing = true;
    }
    if (settled.length > 0) onSettled(settled);
    return settled;
  }
  function work(): void {
    cancel();
    const now = performance.now();
    if (burstTurn !== undefined && now - lastTaken > QUIET_MS) burstTurn = undefined;
    if (burstTurn === undefined) settle(SLICE_MS);
    else if (now >= burstTurn) {
      settle(0);
      const end = performance.now();
      burstTurn = end + (end - now) * (BURST_SHARE - 1);
    }
    if (store.waiting() === 0) return;
    if (failing || burstTurn !== undefined) later = setTimeout(work, failing ? RETRY_MS : QUIET_MS);
    else soon = setImmediate(work);
  }
  function cancel(): void {
    clearImmediate(soon);
    clearTimeout(later);
    soon = later = undefined;
  }

  return {
    async take(rows) {
      const first = store.keep(rows);
      lastTaken = performance.now();
      if (countOf(rows) >= BURST) burstTurn ??= lastTaken + PATIENCE_MS;
      if (store.waiting() > MAX_WAITING) settle(0);
      if (!later) soon ??= setImmediate(work);
      await store.durable();
      return first;
    },
    settle: (ms = ASKING_MS) => (store.waiting() > 0 ? settle(ms) : []),
    close: cancel,
  };
}
