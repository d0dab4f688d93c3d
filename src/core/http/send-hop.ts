/** One hop of an exchange: a request to one address, and the head of its response. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { HttpField, HttpHop } from '../../contract/http/http.ts';
import { hasName, headerValuesOf } from '../../contract/http/header-value.ts';
import { addressText } from './address.ts';
import type { HopTarget } from './auth/hop-auth.ts';
import { dispatch, type Answer, type Trace } from './dispatch.ts';
import type { ResponseBody } from './body/incoming-body.ts';
import { MAX_COOKIES_OF_DOMAIN } from './cookies/bound-cookies.ts';
import { innermost } from './http-errors.ts';
import { withDefaults, type DefaultHeaders } from './request-headers.ts';

/** @property jar provides cookies for the request, and stores those of the response */
export interface HopConnection extends DefaultHeaders {
  agent: Dispatcher;
  onWarning: ((text: string) => void) | undefined;
  /** See SendOptions. */
  neverRepeats: boolean | undefined;
}

export interface SentHop {
  hop: HttpHop;
  /** The unread body. */
  body: ResponseBody;
}

/** Methods for which undici treats the Content-Length of an empty body like other HTTP clients: as 0, or left out. */
const lengthIsSettled = /^(GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT|POST|PUT|PATCH|QUERY|PROPFIND|PROPPATCH)$/;
/** Those of these methods for which undici writes `Content-Length: 0`. */
const sendsZero = /^(POST|PUT|PATCH|QUERY|PROPFIND|PROPPATCH)$/;
/** Headers that undici refuses. */
const refusedHeaders = /^(transfer-encoding|keep-alive|upgrade|expect|proxy-authorization)$/i;
/** Headers that `wireHeaders` treats separately. */
const dividedHeaders = /^(transfer-encoding|keep-alive|upgrade|expect|proxy-authorization|content-length)$/i;

/** Divides the headers into those that undici takes, and those that it would refuse or leave out. */
function wireHeaders(all: readonly HttpField[], method: string, length: number) {
  const divided = all.filter(({ name }) => dividedHeaders.test(name));
  const isUsual = length > 0 ? divided.every(({ name }) => name === 'Content-Length') : divided.length === 0;
  if (isUsual && (length > 0 || lengthIsSettled.test(method))) {
    return { headers: namesAndValues(all), unchecked: [], isChunked: false };
  }
  const ofName = (lowerName: string) => all.find((header) => hasName(header, lowerName));
  const isChunked = /\bchunked\b/i.test(ofName('transfer-encoding')?.value ?? '') && length > 0;
  const unchecked = namesAndValues(
    all.filter((header) => refusedHeaders.test(header.name) && !hasName(header, 'transfer-encoding')),
  );
  const ownLength = ofName('content-length');
  if (length === 0 && (ownLength ? !sendsZero.test(method) : !lengthIsSettled.test(method))) {
    unchecked.push(ownLength?.name ?? 'Content-Length', '0');
  }
  // undici itself writes the headers of a body whose length is 0 or unknown.
  const headers = all.filter(
    ({ name }) => !refusedHeaders.test(name) && !((isChunked || length === 0) && /^content-length$/i.test(name)),
  );
  return { headers: namesAndValues(headers), unchecked, isChunked };
}

function namesAndValues(headers: readonly HttpField[]): string[] {
  const inTurn: string[] = [];
  for (const { name, value } of headers) inTurn.push(name, value);
  return inTurn;
}

/** Code of Node's error for a header that says something about the connection, which HTTP/2 forbids. */
const FORBIDDEN_IN_HTTP2 = 'ERR_HTTP2_INVALID_CONNECTION_HEADERS';
const connectionHeaders = /^(?:connection|http2-settings|keep-alive|proxy-connection|te|transfer-encoding|upgrade)$/i;

/**
 * Requests that were copied from a browser often have such headers. Whether a server speaks HTTP/2 is known when the
 * connection exists.
 */
const withoutConnectionHeaders = (target: HopTarget): HopTarget => ({
  ...target,
  headers: target.headers.filter(({ name }) => !connectionHeaders.test(name)),
});

/** Codes of errors with which a connection ends. */
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const SENT_AGAIN =
  'The server closed the connection that an earlier request had left open, so the request was sent once more on another one.';

/**
 * Servers close connections that they consider unused; a request may be on its way at that moment. Repeating it is safe
 * (RFC 9112, 9.3.1) where its method changes nothing.
 */
const wasClosedMeanwhile = ({ kept }: Trace, { method, body }: HopTarget, error: unknown): boolean =>
  kept !== undefined &&
  kept.socket.bytesRead === kept.bytesRead &&
  !body &&
  /^(GET|HEAD|OPTIONS)$/.test(method) &&
  closedCodes.has(innermost(error).code ?? '');

/** @param target signed */
export async function sendHop(target: HopTarget, connection: HopConnection, signal: AbortSignal): Promise<SentHop> {
  const { method, url, path, body } = target;
  const requestHeaders = await withDefaults(target, connection);
  const startMs = performance.now();
  const { headers, unchecked, isChunked } = wireHeaders(requestHeaders, method, body?.length ?? 0);
  const trace: Trace = { connect: {}, unchecked };
  const content = body ? body.content() : null;
  const sent: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path,
    method,
    headers,
    // undici would close the connection after each HEAD.
    ...(method === 'HEAD' ? { reset: false } : {}),
    body: isChunked && content !== null && !(content instanceof Readable) ? Readable.from([content]) : content,
  };
  let dispatched: Answer;
  try {
    dispatched = await dispatch(connection.agent, sent, trace, signal);
  } catch (error) {
    const plain = withoutConnectionHeaders(target);
    const isForbidden = innermost(error).code === FORBIDDEN_IN_HTTP2;
    if (isForbidden && plain.headers.length < target.headers.length) return sendHop(plain, connection, signal);
    if (connection.neverRepeats || !wasClosedMeanwhile(trace, target, error)) throw error;
    connection.onWarning?.(SENT_AGAIN);
    return sendHop(target, { ...connection, neverRepeats: true }, signal);
  }
  const firstByte = performance.now() - startMs;
  const cookies = headerValuesOf(dispatched.headers, 'set-cookie');
  // A head may have thousands; a jar would keep only the latest.
  for (const cookie of cookies.slice(-MAX_COOKIES_OF_DOMAIN)) {
    const jar = await connection.jar?.open();
    await jar?.setCookie(cookie, url.href, { ignoreError: true }).catch(() => undefined);
  }
  return {
    body: dispatched.body,
    hop: {
      method,
      url: addressText({ url, path }),
      requestHeaders,
      status: dispatched.status,
      statusText: dispatched.statusText,
      httpVersion: dispatched.httpVersion,
      headers: dispatched.headers,
      timings: { ...trace.connect, reused: trace.kept !== undefined, firstByte, download: 0, total: firstByte },
    },
  };
}
