/**
 * pm.response: postman-collection's Response, created in full only for scripts that need more than its status, its
 * headers by name and its body. The body stays with the host until it is read.
 */
import type { ResponseHead } from '../../../contract/scripts/script-context.ts';
import type { Channel, Fields } from '../../channel.ts';
import { delegate } from '../delegate.ts';
import type { Expect } from '../expect.ts';
import type { Libraries } from '../../libraries/libraries.ts';
import { parseJson, toText } from '../../primordials.ts';
import { readBody } from './read-body.ts';
import { markKind, type Sdk, type SdkResponse } from './sdk.ts';

interface LiquidJson {
  parse(text: string, reviver?: unknown, strict?: unknown): unknown;
}
interface BufferLibrary {
  Buffer: { from(text: string, encoding: string): unknown };
}

export interface ResponseTools {
  channel: Channel;
  libraries: Libraries;
  sdk: () => Sdk;
  expect: Expect;
}

export function createResponse(head: ResponseHead, tools: ResponseTools): object {
  const { libraries } = tools;
  const body = createBody(head, tools);
  let sdkResponse: SdkResponse | undefined;
  let headers: object | undefined;
  const full = (): SdkResponse => (sdkResponse ??= fullResponse(head, tools, body.bytes));
  // Only invalid JSON needs the parser that describes mistakes.
  const parse = (source: string, reviver?: unknown, strict?: unknown): unknown => {
    try {
      return parseJson(source, reviver as never);
    } catch {
      return libraries.load<LiquidJson>('liquid-json').parse(source, reviver, strict);
    }
  };
  const byName = (name: unknown): string | undefined => {
    const lowerCase = toText(name).toLowerCase();
    return head.headers.findLast(({ key }) => key.toLowerCase() === lowerCase)?.value;
  };
  const light = {
    __proto__: null,
    code: head.code,
    status: head.status,
    responseTime: head.responseTime,
    responseSize: head.responseSize,
    [Symbol.toStringTag]: undefined,
    // A script may have set another status.
    reason: () => (response as { status: unknown }).status || (full() as { reason?(): unknown }).reason?.(),
    text: body.text,
    json: (reviver?: unknown, strict?: unknown) => parse(body.text(), reviver, strict),
    // Once the library's object exists, a script may have changed its headers.
    get headers() {
      return (headers ??= delegate(
        {
          __proto__: null,
          get: (name: unknown) => (sdkResponse ? sdkResponse.headers.get(name) : byName(name)),
          has: (name: unknown, ...more: unknown[]) =>
            sdkResponse ? sdkResponse.headers.has(name, ...more) : hasHeader(byName(name), more),
        },
        () => full().headers,
      ));
    },
    get to() {
      return tools.expect(response).to;
    },
  };
  const response: object = delegate(light, full);
  markKind(response, 'Response');
  return response;
}

/** The body, read from the host when first needed. */
function createBody(head: ResponseHead, { channel, libraries }: ResponseTools) {
  let bodyText = head.text;
  let bodyBytes: unknown;
  return {
    text: (): string => (bodyText ??= readBody(channel, head, 'bodies.text')),
    bytes: (): unknown =>
      (bodyBytes ??= libraries
        .load<BufferLibrary>('buffer')
        .Buffer.from(readBody(channel, head, 'bodies.bytes'), 'base64')),
  };
}

/** The library's own object. */
function fullResponse(head: ResponseHead, { sdk: load, expect }: ResponseTools, bytes: () => unknown): SdkResponse {
  const sdk = load();
  const { code, status, headers, responseTime } = head;
  const cookies = headers.filter(({ key }) => key.toLowerCase() === 'set-cookie').map(({ value }) => value);
  const response = new sdk.Response({ code, status, header: headers, responseTime, cookie: cookies });
  const sizes: Fields = { responseSize: head.responseSize, downloadedBytes: head.downloadedBytes };
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(response, name, { value, writable: true, enumerable: true, configurable: true });
  }
  Object.defineProperty(response, 'to', { get: () => expect(response).to, configurable: true });
  Object.defineProperty(response, 'stream', { get: bytes, enumerable: true, configurable: true });
  return response;
}

function hasHeader(value: string | undefined, [expected]: unknown[]): boolean {
  return expected === undefined ? value !== undefined : value === toText(expected);
}
