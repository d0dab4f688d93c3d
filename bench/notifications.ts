/** A store full of what the service sends. */
import { exampleFor, exampleKinds } from '../src/core/providers/messaging/recognize.ts';
import { inboxRows } from '../src/core/notifications/inbox.ts';
import type { NotificationStore } from '../src/core/notifications/store.ts';

export const STORED = 1_000_000;
const BATCH = 5_000;

export function fillStore(store: NotificationStore): void {
  const received = { source: 'http' as const, method: 'POST', path: '/', peer: '', rawHeaders: [] };
  for (let at = 0; at < STORED; at += BATCH) {
    const together = Array.from({ length: BATCH }, (_, index) => {
      const kind = exampleKinds[(at + index) % exampleKinds.length] ?? '';
      const body = JSON.stringify(exampleFor(kind)).replace(/"idMessage":"[^"]*"/, `"idMessage":"M${at + index}"`);
      return { ...received, receivedAt: new Date(), body: Buffer.from(body) };
    });
    store.keep(inboxRows(together));
    while (store.waiting() > 0) store.settle();
  }
}
