/** Converts a notification between its database row and the form that the application uses. */
import { hash } from 'node:crypto';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type {
  ListenerResponse,
  NotificationAnswer,
  NotificationSummary,
} from '../../../../contract/webhooks/notification.ts';
import type { WebhookReader } from '../../../providers/webhook-reader.ts';
import type { ReceivedNotification } from '../../listener/arrival.ts';
import { asBuffer } from '../../listener/inbox.ts';
import { defaultResponse } from '../../listener/responses/listener-response.ts';
import { parseBody } from '../../body/parse-body.ts';

export interface StoredNotification extends ReceivedNotification {
  summary: NotificationSummary;
  /** Absent when no response was sent, or it is unknown. */
  response?: ListenerResponse | undefined;
}

/** The columns of a new notification, in the order of the insert statement. */
const insertedColumns = [
  'id',
  'received_at',
  'source',
  'method',
  'path',
  'peer',
  'size',
  'provider',
  'event',
  'kind',
  'title',
  'sentence',
  'code',
  'verdict',
  'chat',
  'message',
  'status',
  'signature',
  'answered_status',
  'answered_rule',
  'answered_after',
  'repeat_key',
  'repeat_of',
  'facet',
] as const;
export const insertRow = `INSERT INTO notifications (${insertedColumns.join(', ')})
  VALUES (${insertedColumns.map(() => '?').join(', ')})`;

/** They are for searching, for finding repeats and for the details of a notification. */
const notInSummaries = new Set<string>(['peer', 'repeat_key', 'facet']);
const summaryNames = [...insertedColumns.filter((name) => !notInSummaries.has(name)), 'pinned', 'note'];
export const summaryColumns = summaryNames.map((name) => `notifications.${name}`).join(', ');
export const contentColumns = [
  'notifications.peer',
  'contents.headers',
  'contents.body',
  ...['headers', 'body', 'size'].map((name) => `responses.${name} AS response_${name}`),
].join(', ');

export interface SummaryRow {
  id: number;
  received_at: number;
  source: NotificationSummary['source'];
  method: string;
  path: string;
  size: number;
  provider: string | null;
  event: string | null;
  kind: string | null;
  title: string;
  sentence: string;
  code: string | null;
  verdict: NotificationSummary['verdict'];
  chat: string | null;
  message: string | null;
  status: string | null;
  signature: NotificationSummary['signature'];
  answered_status: number | null;
  answered_rule: string | null;
  answered_after: number | null;
  repeat_of: number | null;
  pinned: number;
  note: string;
}
export interface Row extends SummaryRow {
  peer: string;
  headers: string;
  body: Uint8Array;
  response_headers: string | null;
  response_body: string | null;
  response_size: number | null;
}
export interface NewRow extends Omit<Row, 'headers' | 'body' | 'response_headers' | 'response_body' | 'response_size'> {
  /** Null for an empty body, which does not count as a repetition. */
  repeat_key: number | null;
  /** See store-facets.ts; assigned by the store. */
  facet: number;
}

export function summaryOf(row: SummaryRow): NotificationSummary {
  const { answered_status, answered_rule, answered_after } = row;
  // One literal, because spreads would copy every member of each received notification.
  return {
    id: row.id,
    source: row.source,
    method: row.method,
    path: row.path,
    size: row.size,
    provider: row.provider,
    event: row.event,
    kind: row.kind,
    title: row.title,
    sentence: row.sentence,
    code: row.code,
    verdict: row.verdict,
    chat: row.chat,
    status: row.status,
    signature: row.signature,
    note: row.note,
    idMessage: row.message,
    repeatOf: row.repeat_of,
    pinned: row.pinned === 1,
    refused: null,
    receivedAt: isoTime(row.received_at),
    answered:
      answered_status === null ? null : { status: answered_status, rule: answered_rule, afterMs: answered_after ?? 0 },
  };
}

/** In a burst, many notifications arrive in the same millisecond. */
let lastTime = { ms: 0, iso: new Date(0).toISOString() };
function isoTime(ms: number): string {
  if (lastTime.ms !== ms) lastTime = { ms, iso: new Date(ms).toISOString() };
  return lastTime.iso;
}

/**
 * The notifications that a query of `summaryColumns` finds. Its rows are read as lists and become objects here, because
 * the objects of SQLite take several times as long to read. One row is filled again and again: to add members to a new
 * object takes as long as to read them.
 */
export function summariesOf(query: StatementSync, ...values: SQLInputValue[]): NotificationSummary[] {
  query.setReturnArrays(true);
  const row: Record<string, SQLOutputValue | undefined> = {};
  return (query.all(...values) as unknown as SQLOutputValue[][]).map((columns) => {
    for (const [index, name] of summaryNames.entries()) row[name] = columns[index];
    return summaryOf(row as unknown as SummaryRow);
  });
}

export function storedOf(row: Row): StoredNotification {
  const summary = summaryOf(row);
  return {
    summary,
    response: responseOf(row) ?? defaultResponse(summary),
    receivedAt: new Date(row.received_at),
    source: row.source,
    method: row.method,
    path: row.path,
    peer: row.peer,
    headers: JSON.parse(row.headers) as { name: string; value: string }[],
    body: asBuffer(row.body),
  };
}

function responseOf({ response_headers: headers, response_body: body, response_size: size }: Row) {
  if (headers === null || body === null || size === null) return undefined;
  return { headers: JSON.parse(headers) as ListenerResponse['headers'], body, size };
}

/** The values of the insert statement. Written out, because reading members by name takes several times as long. */
export const insertedValues = (row: NewRow): SQLInputValue[] => [
  row.id,
  row.received_at,
  row.source,
  row.method,
  row.path,
  row.peer,
  row.size,
  row.provider,
  row.event,
  row.kind,
  row.title,
  row.sentence,
  row.code,
  row.verdict,
  row.chat,
  row.message,
  row.status,
  row.signature,
  row.answered_status,
  row.answered_rule,
  row.answered_after,
  row.repeat_key,
  row.repeat_of,
  row.facet,
];

export interface NewNotification {
  id: number;
  /** The stored form. */
  received: ReceivedNotification;
  /** The notification with its secrets, which the sender's signature covers. */
  original: ReceivedNotification;
  answered: NotificationAnswer | undefined;
}

/** Recognises a notification; the second result is its searchable text. */
export function newRow(
  { id, received, original, answered }: NewNotification,
  reader: WebhookReader,
): { row: NewRow; words: string } {
  const { receivedAt, source, method, path, peer, headers, body } = received;
  const parsed = parseBody(body, headers);
  const recognized = reader.recognize({ method, path, headers, parsed });
  const { identity } = recognized;
  const { provider } = recognized;
  // One literal, because a spread takes longer than the rest of the check where the provider has no secret.
  const signed = {
    provider,
    receivedAt,
    method: original.method,
    path: original.path,
    headers: original.headers,
    body: original.body,
  };
  const signature = reader.check(signed)?.state ?? null;
  let headerWords = '';
  for (const { name, value } of headers) headerWords += `${name} ${value} `;
  return {
    row: {
      id,
      received_at: receivedAt.getTime(),
      source,
      method,
      path,
      peer,
      size: body.length,
      provider,
      event: recognized.event,
      kind: recognized.kind,
      title: recognized.title,
      sentence: recognized.sentence,
      code: recognized.code?.code ?? null,
      verdict: recognized.verdict,
      chat: recognized.chat,
      message: recognized.idMessage,
      status: recognized.status,
      signature,
      pinned: 0,
      note: '',
      repeat_of: null,
      facet: 0,
      answered_status: answered?.status ?? null,
      answered_rule: answered?.rule ?? null,
      answered_after: answered?.afterMs ?? null,
      repeat_key:
        body.length === 0 ? null : repeatKey(identity ?? Buffer.concat([Buffer.from(`${method} ${path}\n`), body])),
    },
    words: `${recognized.title} ${path} ${headerWords.slice(0, MAX_INDEXED_HEADERS)} ${parsed.text.slice(0, MAX_INDEXED)}`,
  };
}

/** Searchable characters of a body and of its headers. */
const MAX_INDEXED = 64 * 1024;
const MAX_INDEXED_HEADERS = 4096;

/**
 * 52 bits of a SHA-256, the largest integer that needs no BigInt: of a million different contents, two have the same with
 * a probability of one in ten thousand. An integer, because its index takes half the time of one of bytes.
 */
const repeatKey = (content: string | Buffer): number => Number.parseInt(hash('sha256', content).slice(0, 13), 16);
