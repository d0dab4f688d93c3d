/** Notifications of an exported file (NDJSON), as if they were stored: their numbers are those of their lines. */
import { headerPairs } from '../notifications/arrival.ts';
import { fromNdjson } from '../notifications/exchange.ts';
import { newRow, summaryOf, type StoredNotification } from '../notifications/store-row.ts';

/** @throws InvalidParams, naming the line */
export function notificationsOfFile(text: string): StoredNotification[] {
  return fromNdjson(text).map(({ rawHeaders, ...arrival }, index) => {
    const received = { ...arrival, headers: headerPairs(rawHeaders) };
    return { ...received, summary: summaryOf(newRow(received, index + 1, undefined).row) };
  });
}
