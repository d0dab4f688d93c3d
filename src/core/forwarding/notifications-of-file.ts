/** Reads the notifications of an exported file (NDJSON) in the form of stored ones; their ids are line numbers. */
import { headerPairs } from '../notifications/listener/arrival.ts';
import { fromNdjson } from '../notifications/export-formats.ts';
import { createWebhookReader } from '../providers/webhook-reader.ts';
import { newRow, summaryOf, type StoredNotification } from '../notifications/store/database/store-row.ts';

/** @throws InvalidParams, naming the line */
export function notificationsOfFile(text: string): StoredNotification[] {
  const reader = createWebhookReader();
  return fromNdjson(text).map(({ rawHeaders, ...arrival }, index) => {
    const received = { ...arrival, headers: headerPairs(rawHeaders) };
    const { row } = newRow({ id: index + 1, received, original: received, answered: undefined }, reader);
    return { ...received, summary: summaryOf(row) };
  });
}
