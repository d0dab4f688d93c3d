/** The response of a script of Bruno: the one that the host has received, with the body that an earlier script has set. */
import type { ResponseHead } from '../../contract/scripts/script-context.ts';
import type { Channel, Fields } from '../channel.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { readBody } from '../pm/requests/read-body.ts';
import { headersOf } from './bruno-http.ts';

/**
 * A value that `res.setBody` has set, as the text that later scripts of the request get. Unlike JSON alone, it keeps
 * `undefined`.
 */
const UNDEFINED = '\0undefined';

export const toCarried = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) => (member === undefined ? UNDEFINED : member));

/** A member of an object that is undefined is absent, and an item of a list is empty. */
const fromCarried = (text: string): unknown =>
  JSON.parse(text, (_name, member: unknown) => (member === UNDEFINED ? undefined : member)) as unknown;

interface ResponseParts {
  channel: Channel;
  libraries: Libraries;
  /** The address of the request, for a response without one. */
  address: string;
  parse: (body: string) => unknown;
  /** The body that an earlier script has set. */
  carried: string | undefined;
}

/** A response as axios gives it to Bruno's classes. */
export function responseData(head: ResponseHead, parts: ResponseParts): Fields {
  const { address, parse, channel, libraries, carried } = parts;
  let bytes: unknown;
  // Without the port, like the object of Node that Bruno's class reads it from.
  const [, protocol = '', host = '', path = ''] =
    /^([a-z]+:)\/\/(?:[^/?#@]*@)?([^/?#]*?)(?::\d+)?(?=[/?#]|$)([^#]*)/i.exec(head.url ?? address) ?? [];
  const body = carried === undefined ? undefined : { data: fromCarried(carried) };
  return {
    status: head.code,
    statusText: head.status,
    headers: headersOf(head),
    data: body ? body.data : parse(head.text ?? readBody(channel, head, 'bodies.text')),
    responseTime: head.responseTime,
    request: { protocol, host, path: path || '/' },
    get dataBuffer() {
      if (bytes !== undefined) return bytes;
      const { Buffer } = libraries.load<{ Buffer: { from(text: string, encoding: string): unknown } }>('buffer');
      if (!body) return (bytes = Buffer.from(readBody(channel, head, 'bodies.bytes'), 'base64'));
      const data = body.data ?? '';
      return (bytes = Buffer.from(typeof data === 'string' ? data : JSON.stringify(data), 'utf8'));
    },
    // `res.setBody` of Bruno replaces it.
    set dataBuffer(value: unknown) {
      bytes = value;
    },
  };
}
