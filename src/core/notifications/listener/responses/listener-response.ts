/** What the listener has responded to a notification with, as far as it is kept: the response of a rule, bounded and masked. */
import type { ListenerResponse, NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { Mask } from '../../../platform/secrets/mask.ts';
import { maskHeaders } from '../../../platform/secrets/mask-credentials.ts';

/** Characters of a body that are kept: a template may repeat a request of many megabytes. */
const MAX_BODY = 64 * 1024;
/** All header lines of a response together. */
const MAX_HEADER_CHARACTERS = 32 * 1024;

export const DEFAULT_CONTENT_TYPE = { name: 'Content-Type', value: 'text/plain; charset=utf-8' };

interface Content {
  headers: readonly { name: string; value: string }[];
  body: string;
  /** Whether the body is sent: the status and the method may not allow one. */
  isSent: boolean;
}

export const hasResponseBody = (method: string, status: number): boolean =>
  method !== 'HEAD' && status !== 204 && status !== 304;

/** The part that is kept. A template may have taken a secret from the request, so that it is masked as the request is. */
export function keptResponse({ headers, body: whole, isSent }: Content, mask: Mask): ListenerResponse {
  const body = isSent ? whole : '';
  const hasType = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  let room = MAX_HEADER_CHARACTERS;
  const fitting = headers.filter(({ name, value }) => (room -= name.length + value.length) >= 0);
  return {
    headers: mask(maskHeaders([...(hasType ? [] : [DEFAULT_CONTENT_TYPE]), ...fitting])),
    body: mask(body).slice(0, MAX_BODY),
    size: Buffer.byteLength(body),
  };
}

/** The response where no rule applied: nothing of it is stored, because the number of the notification is all that differs. */
export function defaultResponse({ id, source, method, answered }: NotificationSummary): ListenerResponse | undefined {
  if (source !== 'http' || answered?.status !== 200 || answered.rule !== null) return undefined;
  const body = hasResponseBody(method, answered.status) ? String(id) : '';
  return { headers: [DEFAULT_CONTENT_TYPE], body, size: body.length };
}
