/** Reads the notifications of an exported file (NDJSON) in the form of stored ones. */
import { headerPairs } from '../notifications/listener/arrival.ts';
import { openNdjson } from '../notifications/export-formats.ts';
import { createWebhookReader } from '../providers/webhook-reader.ts';
import { newRow, summaryOf, type StoredNotification } from '../notifications/store/database/store-row.ts';

export interface NotificationsOfFile {
  count: number;
  /** @param id the place in the file, from 1. @returns undefined where there is none */
  at(id: number): StoredNotification | undefined;
}

/** @throws InvalidParams, naming the line */
export function notificationsOfFile(text: string): NotificationsOfFile {
  const reader = createWebhookReader();
  const { count, at } = openNdjson(text);
  return {
    count,
    at(id) {
      const found = at(id - 1);
      if (!found) return undefined;
      const { rawHeaders, ...arrival } = found;
      const received = { ...arrival, headers: headerPairs(rawHeaders) };
      const { row } = newRow({ id, received, original: received, answered: undefined }, reader);
      return { ...received, summary: summaryOf(row) };
    },
  };
}
