/** The stored part of the listener's response to a notification: the response of a rule, bounded and masked. */
import type { ListenerResponse, NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import { headerValueOf } from '../../../../contract/http/header-value.ts';
import type { Mask } from '../../../platform/secrets/mask.ts';
import { maskHeaders } from '../../../platform/secrets/mask-credentials.ts';

/** Stored characters of a body: a template may repeat a request of many megabytes. */
const MAX_BODY = 64 * 1024;
/** Limit for all stored header lines of a response, in characters. */
const MAX_HEADER_CHARACTERS = 32 * 1024;

export const DEFAULT_CONTENT_TYPE = { name: 'Content-Type', value: 'text/plain; charset=utf-8' };

interface Content {
  headers: readonly { name: string; value: string }[];
  body: string;
  /** False where the status or the method allows no body. */
  isSent: boolean;
}

export const hasResponseBody = (method: string, status: number): boolean =>
  method !== 'HEAD' && status !== 204 && status !== 304;

/**
 * The stored part of a response. A template may have copied a secret from the request, so the response is masked like
 * the request.
 */
export function keptResponse({ headers, body: whole, isSent }: Content, mask: Mask): ListenerResponse {
  const body = isSent ? whole : '';
  const hasType = headerValueOf(headers, 'content-type') !== undefined;
  let room = MAX_HEADER_CHARACTERS;
  const fitting = headers.filter(({ name, value }) => (room -= name.length + value.length) >= 0);
  return {
    headers: mask(maskHeaders([...(hasType ? [] : [DEFAULT_CONTENT_TYPE]), ...fitting])),
    body: mask(body).slice(0, MAX_BODY),
    size: Buffer.byteLength(body),
  };
}

/** The response where no rule applied. It is not stored, because only the id of the notification differs. */
export function defaultResponse({ id, source, method, answered }: NotificationSummary): ListenerResponse | undefined {
  if (source !== 'http' || answered?.status !== 200 || answered.rule !== null) return undefined;
  const body = hasResponseBody(method, answered.status) ? String(id) : '';
  return { headers: [DEFAULT_CONTENT_TYPE], body, size: body.length };
}
