/** An answer as the interface and the history keep it. */
import type { SentResponse } from '../../contract/collection.ts';
import type { RunEventOf } from '../../contract/run-event.ts';
import type { SentRecord } from '../history/history.ts';
import { bodyText } from '../http/body-text.ts';
import type { HttpExchange } from '../http/http-client.ts';
import { maskToken } from '../messaging/mask-token.ts';

/** A body up to this size travels with the answer; a larger one is looked at in pieces. */
const MAX_TEXT = 512 * 1024;

export function describeResponse(runId: string, { hops, body, downloadedBytes }: HttpExchange): SentResponse {
  const last = hops.at(-1) ?? hops[0];
  const named = (wanted: string) => last.headers.filter(({ name }) => name.toLowerCase() === wanted);
  const contentType = named('content-type')[0]?.value ?? '';
  const isBinary = /^(image|audio|video|font)\/(?!svg)|pdf|zip|octet-stream/i.test(contentType);
  return {
    runId,
    status: last.status,
    statusText: last.statusText,
    httpVersion: last.httpVersion,
    headers: last.headers,
    cookies: named('set-cookie').map(({ value }) => value),
    text: isBinary || body.length > MAX_TEXT ? null : bodyText(body, contentType),
    size: body.length,
    downloadedBytes,
    contentType,
    hops: hops.map(({ method, url, status, requestHeaders, timings }) => ({
      method,
      url: maskToken(url),
      status,
      requestHeaders: requestHeaders.map(({ name, value }) => ({
        name,
        value: /^(authorization|proxy-authorization)$/i.test(name) ? value.replace(/^(\S+ ?).*$/, '$1(masked)') : value,
      })),
      timings,
    })),
  };
}

export function historyRecord(
  sent: Pick<SentRecord, 'at' | 'request' | 'name' | 'edited'>,
  { method, url, durationMs, failure }: RunEventOf<'request.answered'>,
  response: SentResponse | null,
  exchange: HttpExchange | undefined,
): SentRecord {
  return {
    ...sent,
    method,
    url,
    status: response?.status ?? null,
    durationMs,
    size: response?.size ?? 0,
    failure: failure?.message ?? null,
    requestHeaders: response?.hops.at(-1)?.requestHeaders ?? [],
    headers: response?.headers ?? [],
    text: exchange ? bodyText(exchange.body.subarray(0, MAX_TEXT), response?.contentType) : '',
  };
}
