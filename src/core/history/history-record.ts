/** Creates the history's record of one sent request. */
import type { EditedRequest, HistoryEntry, SentResponse } from '../../contract/collection/collection.ts';
import type { RunEventBody, RunEventOf } from '../../contract/runs/run-event.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { bodyText } from '../http/body/body-text.ts';
import type { HttpExchange } from '../http/http-client.ts';
import {
  maskAddress,
  maskAuth,
  maskFields,
  maskForm,
  maskHeaders,
  maskUrls,
} from '../platform/secrets/mask-credentials.ts';
import { MAX_TEXT } from '../runs/responses/sent-response.ts';

export interface SentRecord extends Omit<HistoryEntry, 'id'> {
  edited: EditedRequest;
  requestHeaders: { name: string; value: string }[];
  headers: { name: string; value: string }[];
  text: string;
}

/** What has come of a response that has not arrived completely. */
export interface PartialResponse {
  status: number;
  contentType: string;
  /** Empty for a body that is not text. */
  text: string;
  bytes: number;
}

/** Adds what an event reports about a response while it arrives. */
export function withArrived(before: PartialResponse | undefined, event: RunEventBody): PartialResponse | undefined {
  if (event.type === 'response.started')
    return { status: event.status, contentType: event.contentType, text: '', bytes: 0 };
  if (event.type !== 'response.chunk' || !before) return before;
  return { ...before, text: before.text + event.text, bytes: event.bytes };
}

export function historyRecord(
  sent: Pick<SentRecord, 'at' | 'request' | 'name' | 'edited'>,
  { method, url, durationMs, failure }: RunEventOf<'request.answered'>,
  response: SentResponse | null,
  exchange: HttpExchange | undefined,
  arrived?: PartialResponse,
): SentRecord {
  const contentType = arrived?.contentType ?? '';
  return {
    ...sent,
    method,
    url,
    status: response?.status ?? arrived?.status ?? null,
    durationMs,
    size: response?.size ?? arrived?.bytes ?? 0,
    failure: failure?.message ?? null,
    requestHeaders: response?.hops.at(-1)?.requestHeaders ?? [],
    headers: response?.headers ?? (contentType === '' ? [] : [{ name: 'content-type', value: contentType }]),
    text: exchange ? bodyText(exchange.body.subarray(0, MAX_TEXT), response?.contentType) : (arrived?.text ?? ''),
  };
}

/** Removes credentials by their place; the response's text is removed unless its form is known. */
export function withoutCredentials(record: SentRecord): SentRecord {
  const contentType = headerValueOf(record.headers, 'content-type') ?? '';
  return {
    ...record,
    url: maskAddress(record.url),
    failure: record.failure === null ? null : maskUrls(record.failure),
    requestHeaders: maskHeaders(record.requestHeaders),
    headers: maskHeaders(record.headers),
    text: /^application\/x-www-form-urlencoded\b/i.test(contentType) ? maskForm(record.text) : record.text,
    edited: editedWithoutCredentials(record.edited),
  };
}

function editedWithoutCredentials(edited: EditedRequest): EditedRequest {
  const { body } = edited;
  return {
    ...edited,
    url: maskAddress(edited.url),
    params: maskFields(edited.params),
    headers: maskHeaders(edited.headers),
    variables: maskFields(edited.variables),
    auth: maskAuth(edited.auth),
    body:
      body.type === 'form-urlencoded'
        ? { ...body, fields: maskFields(body.fields) }
        : body.type === 'multipart-form'
          ? { ...body, parts: maskFields(body.parts) }
          : body,
  };
}
