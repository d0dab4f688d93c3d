/** A response in the form that the interface and the history store. */
import type { SentResponse } from '../../../contract/collection/collection.ts';
import { isBinaryType } from '../../../contract/http/media-type.ts';
import { bodyText } from '../../http/body/body-text.ts';
import type { HttpExchange } from '../../http/http-client.ts';
import { lastHop } from '../../http/send-options.ts';
import { maskToken } from '../../platform/secrets/mask-token.ts';
import { headerValueOf, headerValuesOf } from '../../../contract/http/header-value.ts';

/** A body up to this size is sent with the response; larger ones are read in pieces. */
export const MAX_TEXT = 512 * 1024;

export function describeResponse(runId: string, exchange: HttpExchange): SentResponse {
  const { hops, body, downloadedBytes, isIncomplete } = exchange;
  const last = lastHop(exchange);
  const contentType = headerValueOf(last.headers, 'content-type') ?? '';
  return {
    runId,
    status: last.status,
    statusText: last.statusText,
    httpVersion: last.httpVersion,
    headers: last.headers,
    cookies: headerValuesOf(last.headers, 'set-cookie'),
    text: isBinaryType(contentType) || body.length > MAX_TEXT ? null : bodyText(body, contentType),
    size: body.length,
    downloadedBytes,
    ...(isIncomplete ? { isIncomplete } : {}),
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
