/**
 * Orders the messages to followers: the arrival of a notification is announced before the news that it can be listed.
 * The store may index a notification before it is known to be durable, so the second message waits for the first.
 */
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';

export interface IndexedOrder {
  /** Calls `store`, which resolves to the id of the first of `count` notifications, then `onTaken` with that id. */
  take(count: number, store: () => Promise<number>, onTaken: (first: number) => void): Promise<number>;
  indexed(summaries: readonly NotificationSummary[]): void;
}

export function createIndexedOrder(send: (summaries: NotificationSummary[]) => void): IndexedOrder {
  let takesUnderWay = 0;
  let lastTaken = 0;
  let early: NotificationSummary[] = [];

  const isTaken = ({ id, source }: NotificationSummary) => takesUnderWay === 0 || id <= lastTaken || source !== 'http';
  function release(summaries: readonly NotificationSummary[]): void {
    const ready = summaries.filter(isTaken);
    early = summaries.filter((summary) => !isTaken(summary));
    if (ready.length > 0) send(ready);
  }
  return {
    async take(count, store, onTaken) {
      takesUnderWay += 1;
      try {
        const first = await store();
        lastTaken = Math.max(lastTaken, first + count - 1);
        onTaken(first);
        return first;
      } finally {
        takesUnderWay -= 1;
        if (early.length > 0) release(early);
      }
    },
    indexed: (summaries) => release([...early, ...summaries]),
  };
}
