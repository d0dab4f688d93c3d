/** Prints what a script waits for, once for each long wait, so that the terminal does not seem to hang. */
import type { RunEvent, RunEventOf } from '../../contract/runs/run-event.ts';

const LONG_MS = 2000;

/** @param notify writes to stderr, because stdout belongs to the reporter */
export function createWaitNotices(notify: (text: string) => void): (event: RunEvent) => void {
  /** The timer of each wait; undefined once its notice was printed. */
  const timers = new Map<string, NodeJS.Timeout | undefined>();
  const latestWaits = new Map<string, RunEventOf<'webhook.waiting'>>();
  const forget = (waitId: string) => {
    clearTimeout(timers.get(waitId));
    timers.delete(waitId);
    latestWaits.delete(waitId);
  };
  const printNotice = (waitId: string) => {
    timers.set(waitId, undefined);
    const wait = latestWaits.get(waitId);
    if (!wait) return;
    const { wants, totalMs, arrived, nearest } = wait;
    const arrivals = nearest === undefined ? 'nothing has arrived' : `${arrived} arrived, the nearest: ${nearest}`;
    notify(`waiting up to ${Math.ceil(totalMs / 1000)} s for a notification that matches ${wants}; ${arrivals}`);
  };
  return (event) => {
    if (event.type === 'webhook.waited') forget(event.waitId);
    if (event.type === 'run.finished') for (const waitId of [...timers.keys()]) forget(waitId);
    if (event.type !== 'webhook.waiting') return;
    const { waitId, totalMs, leftMs } = event;
    latestWaits.set(waitId, event);
    if (timers.has(waitId)) return;
    // The timer does not keep the process alive; the run does.
    timers.set(waitId, setTimeout(printNotice, Math.max(0, LONG_MS - (totalMs - leftMs)), waitId).unref());
  };
}
