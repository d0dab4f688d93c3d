/** A notification as the database has it, and as the rest of the application does. */
import type { NotificationSummary } from '../../contract/notification.ts';
import type { ReceivedNotification } from './arrival.ts';
import { asBuffer } from './inbox.ts';

export interface StoredNotification extends ReceivedNotification {
  summary: NotificationSummary;
}

export const summaryColumns =
  'id, received_at, source, kind, title, sentence, code, verdict, chat, message, status, repeat_of, length(body) AS size';

export interface Row {
  id: number;
  received_at: number;
  source: NotificationSummary['source'];
  method: string;
  path: string;
  peer: string;
  headers: string;
  body: Uint8Array;
  kind: string | null;
  title: string;
  sentence: string;
  code: string | null;
  verdict: NotificationSummary['verdict'];
  chat: string | null;
  message: string | null;
  status: string | null;
  repeat_of: number | null;
  size: number;
}

export function summaryOf(row: Row): NotificationSummary {
  const { id, source, kind, title, sentence, code, verdict, chat, message, status, repeat_of, size } = row;
  const receivedAt = new Date(row.received_at).toISOString();
  const known = { id, receivedAt, source, kind, title, sentence, code, verdict, chat };
  return { ...known, idMessage: message, status, repeatOf: repeat_of, size };
}

export function storedOf(row: Row): StoredNotification {
  return {
    summary: summaryOf(row),
    receivedAt: new Date(row.received_at),
    source: row.source,
    method: row.method,
    path: row.path,
    peer: row.peer,
    headers: JSON.parse(row.headers) as { name: string; value: string }[],
    body: asBuffer(row.body),
  };
}
