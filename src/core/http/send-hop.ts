/** One hop of an exchange: a request to one address, and the head of its response. */
import type { Dispatcher } from 'undici';
import type { HttpHop } from '../../contract/http/http.ts';
import { addressText } from './address.ts';
import type { HopTarget } from './auth/hop-auth.ts';
import { dispatch, type Trace } from './dispatch.ts';
import type { AnswerBody } from './body/incoming-body.ts';
import { MAX_COOKIES_OF_DOMAIN } from './cookies/bound-cookies.ts';
import { withDefaults, type DefaultHeaders } from './request-headers.ts';

/** @property jar provides cookies for the request, and stores those of the response */
export interface HopConnection extends DefaultHeaders {
  agent: Dispatcher;
}

export interface SentHop {
  hop: HttpHop;
  /** The unread body. */
  body: AnswerBody;
}

/** @param target signed */
export async function sendHop(target: HopTarget, connection: HopConnection, signal: AbortSignal): Promise<SentHop> {
  const { method, url, path, body } = target;
  const requestHeaders = await withDefaults(target, connection);
  const began = performance.now();
  const trace: Trace = { connect: {} };
  const sent: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path,
    method,
    headers: requestHeaders.flatMap(({ name, value }) => [name, value]),
    body: body ? body.content() : null,
  };
  const answer = await dispatch(connection.agent, sent, trace, signal);
  const firstByte = performance.now() - began;
  const cookies = answer.headers.filter(({ name }) => name.toLowerCase() === 'set-cookie');
  // A head may have thousands; a jar would keep only the latest.
  for (const { value } of cookies.slice(-MAX_COOKIES_OF_DOMAIN)) {
    const jar = await connection.jar?.open();
    await jar?.setCookie(value, url.href, { ignoreError: true }).catch(() => undefined);
  }
  return {
    body: answer.body,
    hop: {
      method,
      url: addressText({ url, path }),
      requestHeaders,
      status: answer.status,
      statusText: answer.statusText,
      httpVersion: answer.httpVersion,
      headers: answer.headers,
      timings: { ...trace.connect, firstByte, download: 0, total: firstByte },
    },
  };
}
