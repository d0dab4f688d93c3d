/** Fills a store with notifications as services send them. */
import type { Arrival } from '../../src/core/notifications/listener/arrival.ts';
import { inboxRows } from '../../src/core/notifications/listener/inbox.ts';
import type { NotificationStore } from '../../src/core/notifications/store/store.ts';
import { exampleFor, exampleKinds } from '../../src/core/providers/messaging/recognition/recognize.ts';

/** OUTRIGGER_BENCH_STORED sets another number, for a quick look. */
export const STORED = Number(process.env['OUTRIGGER_BENCH_STORED'] ?? 1_000_000);
const BATCH = 5_000;
/** One of this many notifications has another provider, another method and another path. */
const RARE = 10_000;
export const RARE_PATH = '/rare';
/**
 * Every second notification has another provider and this path. Both values are frequent, but no notification has one
 * of them without the other.
 */
export const OTHER_PATH = '/other';
/** The notifications arrive one second apart. */
const FIRST_AT = Date.UTC(2026, 0, 1);
export const arrivedAt = (index: number): string => new Date(FIRST_AT + index * 1000).toISOString();

const bodies = exampleKinds.map((kind) => JSON.stringify(exampleFor(kind)));

const otherBody = (index: number): string =>
  JSON.stringify({
    id: `evt_${index}`,
    object: 'event',
    type: 'charge.succeeded',
    data: { object: { amount: index } },
  });

function notification(index: number): Arrival {
  const isRare = index % RARE === 0;
  const isOther = !isRare && index % 2 === 1;
  const body = (bodies[index % bodies.length] ?? '').replace(/"idMessage":"[^"]*"/, `"idMessage":"M${index}"`);
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': `r${index}` };
  return {
    source: 'http',
    peer: '',
    receivedAt: new Date(FIRST_AT + index * 1000),
    ...(isRare ? { method: 'PUT', path: RARE_PATH } : { method: 'POST', path: isOther ? OTHER_PATH : '/' }),
    rawHeaders: Object.entries({
      ...headers,
      ...(isRare ? { 'X-GitHub-Event': 'ping' } : {}),
      ...(isOther ? { 'Stripe-Signature': 't=1,v1=0' } : {}),
    }).flat(),
    body: Buffer.from(
      isRare ? JSON.stringify({ zen: `Number ${index}`, hook_id: index }) : isOther ? otherBody(index) : body,
    ),
  };
}

export function fillStore(store: NotificationStore): void {
  for (let at = 0; at < STORED; at += BATCH) {
    store.append(inboxRows(Array.from({ length: BATCH }, (_, index) => notification(at + index))));
    while (store.waiting() > 0) store.indexWaiting(100);
  }
}
