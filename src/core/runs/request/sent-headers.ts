/** The headers of `pm.request` in a script after the response: those of the request, and those that the client has added. */
import { headerValueOf } from '../../../contract/http/header-value.ts';
import type { HttpField, HttpHop, HttpRequest } from '../../../contract/http/http.ts';
import { hostOf } from '../../http/address.ts';

/** A header that the client has added; Postman marks it in the same way. */
export interface SentHeader extends HttpField {
  system?: true;
}

/** The order in which Postman adds headers. */
const order = ['content-type', 'user-agent', 'accept', 'host', 'accept-encoding', 'connection', 'content-length'];
const placeOf = ({ name }: HttpField): number =>
  (order.indexOf(name.toLowerCase()) + order.length + 1) % (order.length + 1);

/**
 * In the order of the request: its own with those that are switched off, then what the client has added. A header that
 * was not sent because the request has its name in another spelling, too, stays, as in Postman; auth replaces its own.
 * @param isShown says of a header that the client has added whether scripts see it
 */
export function sentHeaders(
  { headers: ofRequest, body }: HttpRequest,
  hop: HttpHop,
  isShown = isShownByPostman(body),
): SentHeader[] {
  const remaining = receivedHeaders(hop);
  const isInAnotherSpelling = ({ name }: HttpField): boolean =>
    !/^authorization$/i.test(name) &&
    ofRequest.some((other) => other.name !== name && other.name.toLowerCase() === name.toLowerCase());
  const sent: SentHeader[] = [];
  for (const header of ofRequest) {
    const index = header.disabled ? -1 : remaining.findIndex(({ name }) => name === header.name);
    const received = remaining[index];
    if (received) {
      remaining.splice(index, 1);
      sent.push(header.credential ? { ...received, system: true } : received);
    } else if (header.disabled || isInAnotherSpelling(header)) sent.push(header);
  }
  const added = remaining.filter(isShown).sort((a, b) => placeOf(a) - placeOf(b));
  for (const header of added) sent.push({ ...header, system: true });
  return sent;
}

/** Postman adds the type of a form and the address of a redirect only when it sends them. */
function isShownByPostman(body: HttpRequest['body']): (header: HttpField) => boolean {
  const hidden = body?.mode === 'raw' || body?.mode === 'graphql' ? /^referer$/i : /^(?:referer|content-type)$/i;
  return ({ name }) => !hidden.test(name);
}

/** The headers that the server received, with those that the client adds to them. */
function receivedHeaders({ requestHeaders, url, httpVersion }: HttpHop): HttpField[] {
  const lacks = (lowerName: string) => headerValueOf(requestHeaders, lowerName) === undefined;
  const headers: HttpField[] = [...requestHeaders];
  if (lacks('host')) headers.push({ name: 'Host', value: hostOf(url) });
  if (lacks('connection') && httpVersion.startsWith('1')) headers.push({ name: 'Connection', value: 'keep-alive' });
  return headers;
}
