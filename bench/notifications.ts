/** A store full of what services send. */
import type { Arrival } from '../src/core/notifications/arrival.ts';
import { inboxRows } from '../src/core/notifications/inbox.ts';
import type { NotificationStore } from '../src/core/notifications/store.ts';
import { exampleFor, exampleKinds } from '../src/core/providers/messaging/recognize.ts';

export const STORED = 1_000_000;
const BATCH = 5_000;
/** One of so many comes from another provider, by another method and to another path. */
const RARE = 10_000;
export const RARE_PATH = '/rare';
/** They arrive a second apart. */
const FIRST_AT = Date.UTC(2026, 0, 1);
export const arrivedAt = (index: number): string => new Date(FIRST_AT + index * 1000).toISOString();

const bodies = exampleKinds.map((kind) => JSON.stringify(exampleFor(kind)));

function notification(index: number): Arrival {
  const isRare = index % RARE === 0;
  const body = (bodies[index % bodies.length] ?? '').replace(/"idMessage":"[^"]*"/, `"idMessage":"M${index}"`);
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': `r${index}` };
  return {
    ...{ source: 'http', peer: '', receivedAt: new Date(FIRST_AT + index * 1000) },
    ...(isRare ? { method: 'PUT', path: RARE_PATH } : { method: 'POST', path: '/' }),
    rawHeaders: Object.entries(isRare ? { ...headers, 'X-GitHub-Event': 'ping' } : headers).flat(),
    body: Buffer.from(isRare ? JSON.stringify({ zen: `Number ${index}`, hook_id: index }) : body),
  };
}

export function fillStore(store: NotificationStore): void {
  for (let at = 0; at < STORED; at += BATCH) {
    store.keep(inboxRows(Array.from({ length: BATCH }, (_, index) => notification(at + index))));
    while (store.waiting() > 0) store.settle(100);
  }
}
