/**
 * Sends requests: every hop of a redirect, the cookies of a jar, decompression, timings, cancel. Built on undici,
 * whose connections are kept and used again. Knows nothing of scripts, variables or collections.
 */
import type { CookieJar } from 'tough-cookie';
import type { Dispatcher } from 'undici';
import { defaultConnection, type ConnectionSettings } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HttpHop, HttpRequest } from '../../contract/http.ts';
import type { RequestSettings } from '../../contract/request-settings.ts';
import { timeLimit } from '../platform/time-limit.ts';
import { addressText, parseAddress, parseUrl } from './address.ts';
import { createAgents } from './agents.ts';
import type { HopAuth, HopTarget } from './auth/hop-auth.ts';
import type { BodyFilePolicy } from './body-files.ts';
import { dispatch, type AnswerBody, type Trace } from './dispatch.ts';
import { encodeBody, sentBody } from './encode-body.ts';
import { sendError } from './http-errors.ts';
import { readBody, type ReadOptions } from './read-body.ts';
import { fillPathParams } from './path-params.ts';
import { isRedirect, redirected, removalText } from './redirect.ts';
import { replaceHeaders } from './replace-headers.ts';
import { checkHeader, TOKEN, withDefaults } from './request-headers.ts';

export interface SendOptions extends ReadOptions {
  signal: AbortSignal;
  jar?: CookieJar | undefined;
  /** Milliseconds for the whole exchange. Left out: never. */
  timeoutMs?: number | undefined;
  /** Default 10; 0 answers with the redirect itself. */
  maxRedirects?: number;
  /** Which files a body may send; left out: none. */
  bodyFiles?: BodyFilePolicy | undefined;
  /** What relative paths of certificates are relative to. */
  folder?: string;
  /** Certificates and proxy; left out: as usual. */
  connection?: ConnectionSettings | undefined;
  auth?: HopAuth | undefined;
  /** Settings that change what is sent; the time limit, the cookies and the number of redirects are above. */
  settings?: RequestSettings | undefined;
  /** Receives a sentence for the console, such as which headers a redirect to another origin did not take along. */
  onWarning?: (text: string) => void;
  /** Hears of the answer when its head is there; its body follows. */
  onResponse?: (hop: HttpHop) => void;
}
export interface HttpExchange {
  /** The last hop is the answer. */
  hops: [HttpHop, ...HttpHop[]];
  body: Buffer;
  /** Bytes of the body as they came over the wire. */
  downloadedBytes: number;
}
export interface HttpClient {
  /** @throws InvalidRequest, RequestFailed, RequestTimeout, CertificateProblem, Cancelled */
  send(request: HttpRequest, options: SendOptions): Promise<HttpExchange>;
  close(): Promise<void>;
}
export interface HttpClientOptions {
  userAgent?: string;
}

const MAX_REDIRECTS = 10;
/** Of an exchange with a server that asks who is there. */
const MAX_TRIES = 4;

export function createHttpClient({ userAgent = 'Outrigger' }: HttpClientOptions = {}): HttpClient {
  const agents = createAgents();

  async function hop(
    target: HopTarget,
    settings: SendOptions,
    agent: Dispatcher,
    signal: AbortSignal,
  ): Promise<{ hop: HttpHop; body: AnswerBody }> {
    const { method, url, path, body } = target;
    const { omitHeaders } = settings.settings ?? {};
    const requestHeaders = await withDefaults(target, { jar: settings.jar, userAgent, omitHeaders });
    const began = performance.now();
    const trace: Trace = { connect: {} };
    const sent: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path,
      method,
      headers: requestHeaders.flatMap(({ name, value }) => [name, value]),
      body: body ? body.content() : null,
    };
    const answer = await dispatch(agent, sent, trace, signal);
    const firstByte = performance.now() - began;
    for (const { name, value } of answer.headers) {
      if (name.toLowerCase() === 'set-cookie') {
        await settings.jar?.setCookie(value, url.href, { ignoreError: true }).catch(() => undefined);
      }
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

  async function exchange(
    request: HttpRequest,
    settings: SendOptions & { agent?: Dispatcher },
    signal: AbortSignal,
  ): Promise<HttpExchange> {
    const method = request.method.trim().toUpperCase() || 'GET';
    if (!TOKEN.test(method)) throw codedError('InvalidRequest', `"${method}" is no HTTP method.`, 'Use letters only.');
    const { encodeUrl, omitBody } = settings.settings ?? {};
    const { url: address, headers: fields, body } = fillPathParams(request);
    const { url, path } = parseAddress(address, { encodeUrl: encodeUrl ?? true });
    const headers = fields.filter(({ disabled, name }) => !disabled && name !== '');
    for (const header of headers) checkHeader(header);
    const encoded = await encodeBody(sentBody(method, body, omitBody ?? false), settings.bodyFiles);
    try {
      return await follow({ method, url, path, headers, body: encoded }, settings, signal);
    } finally {
      await encoded?.close?.();
    }
  }

  async function follow(
    first: HopTarget,
    settings: SendOptions & { agent?: Dispatcher },
    signal: AbortSignal,
  ): Promise<HttpExchange> {
    let { method, url, path, headers, body } = first;
    const { connection = defaultConnection, folder = process.cwd(), settings: wire = {} } = settings;
    const hops: HttpHop[] = [];
    const limit = settings.maxRedirects ?? MAX_REDIRECTS;
    let redirects = 0;
    let { auth } = settings;
    /** What the server has asked for. */
    let answered: HttpRequest['headers'] = [];

    for (;;) {
      const began = performance.now();
      const target: HopTarget = { method, url, path, headers: replaceHeaders(headers, answered), body };
      const signed = (await auth?.sign?.(target)) ?? target;
      const agent = settings.agent ?? (await agents.for(url, { connection, folder, settings: wire }));
      const { hop: done, body: stream } = await hop(signed, settings, agent, signal);
      hops.push(done);
      const more = hops.length - redirects < MAX_TRIES ? await auth?.answer?.(done, target) : undefined;
      if (more) {
        await readBody(stream, done, {});
        answered = more;
        continue;
      }
      const location = done.headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
      if (limit > 0 && location !== undefined && isRedirect(done.status)) {
        stream.cancel();
        redirects += 1;
        if (redirects > limit) {
          throw codedError('RequestFailed', `There were more than ${limit} redirects, the last to ${location}.`);
        }
        const { target: next, removed } = redirected({ target, signed, location, status: done.status, settings: wire });
        if (next.url.origin !== url.origin) {
          if (removed.length > 0) settings.onWarning?.(removalText(removed, next.url.origin));
          auth = undefined;
          answered = [];
        }
        ({ method, url, path, headers, body } = next);
        continue;
      }
      settings.onResponse?.(done);
      const read = await readBody(stream, done, settings);
      done.timings.download = performance.now() - began - done.timings.firstByte;
      done.timings.total = performance.now() - began;
      return { hops: hops as [HttpHop, ...HttpHop[]], ...read };
    }
  }

  return {
    async send(request, settings) {
      const timeout = timeLimit(settings.timeoutMs);
      const signal = timeout ? AbortSignal.any([settings.signal, timeout]) : settings.signal;
      const { auth, connection = defaultConnection, folder = process.cwd(), settings: wire } = settings;
      let alone: Dispatcher | undefined;
      try {
        if (auth?.ownConnection)
          alone = await agents.for(parseUrl(request.url), { connection, folder, alone: true, settings: wire });
        return await exchange(request, alone ? { ...settings, agent: alone } : settings, signal);
      } catch (error) {
        if (settings.signal.aborted) throw codedError('Cancelled', 'The request was stopped.');
        if (timeout?.aborted) {
          throw codedError('RequestTimeout', `There was no complete answer within ${settings.timeoutMs} ms.`);
        }
        throw sendError(error, request.url);
      } finally {
        await alone?.destroy();
      }
    },
    close: () => agents.close(),
  };
}
