/**
 * Decides which requests the listener accepts before their bodies are received: by the token, and by whether web pages
 * may send.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withoutScheme } from '../../../contract/webhooks/authorization-token.ts';
import type { Arrival } from './arrival.ts';
import { allowWebPage, isFromWebPage, isVisit } from './browser-requests.ts';
import type { ListenerOptions } from './listener-api.ts';
import { withMore, type RefusedRequest } from './refused-requests.ts';
import { sendResponse } from './responses/send-response.ts';

export interface Admission {
  /** Whether the body is to be received. A refused request is answered here. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  setToken(token: string | undefined): void;
}

const EMPTY = Buffer.alloc(0);

const refusals = {
  'web page': { status: 403, text: 'Web pages may not send notifications here.' },
  token: { status: 401, text: 'The token is wrong or missing.' },
};

export function createAdmission(
  options: Pick<ListenerOptions, 'token' | 'allowBrowsers' | 'onVisit' | 'onRefused'>,
): Admission {
  const { allowBrowsers, onVisit, onRefused } = options;
  let expected = digestOf(options.token);

  function refuse(request: IncomingMessage, response: ServerResponse, reason: keyof typeof refusals): false {
    const { status, text } = refusals[reason];
    const refused: RefusedRequest = { ...arrivalOf(request), reason, status };
    request.on('data', (chunk: Buffer) => void (refused.body = withMore(refused.body, chunk)));
    sendResponse(response, { status, body: text });
    onRefused(refused, new Promise((resolve) => request.once('close', resolve)));
    return false;
  }

  return {
    admit(request, response) {
      if (isVisit(request)) {
        onVisit();
        sendResponse(response, { status: 200, body: 'Outrigger receives notifications here.' });
        return false;
      }
      if (isFromWebPage(request)) {
        if (!allowBrowsers) return refuse(request, response, 'web page');
        allowWebPage(request, response);
        if (request.headers['access-control-request-method'] !== undefined) {
          sendResponse(response, { status: 200, body: '' });
          return false;
        }
      }
      return !expected || hasToken(request, expected) || refuse(request, response, 'token');
    },
    setToken: (token) => void (expected = digestOf(token)),
  };
}

/** A notification whose body is not received yet. */
export const arrivalOf = (request: IncomingMessage): Arrival => ({
  receivedAt: new Date(),
  source: 'http',
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  peer: `${request.socket.remoteAddress ?? ''}:${request.socket.remotePort ?? ''}`,
  rawHeaders: request.rawHeaders,
  body: EMPTY,
});

function hasToken({ headers }: IncomingMessage, expected: Buffer): boolean {
  return timingSafeEqual(expected, digestOf(headers.authorization ?? '\0') ?? Buffer.alloc(expected.length));
}

const digestOf = (token: string | undefined): Buffer | undefined =>
  token === undefined || token === ''
    ? undefined
    : createHash('sha256')
        .update(withoutScheme(token) || token)
        .digest();
