/**
 * Sends requests: redirects, the cookies of a jar, decompression, timings, cancelling. Built on undici, whose
 * connections are reused. Independent of scripts, variables and collections.
 */
import type { Dispatcher } from 'undici';
import { defaultConnection } from '../../contract/collection/connection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HttpField, HttpRequest } from '../../contract/http/http.ts';
import { hasName, headerValueOf } from '../../contract/http/header-value.ts';
import { abortable } from '../platform/abortable.ts';
import { timeLimit } from '../platform/time-limit.ts';
import { parseAddress, parseUrl } from './address.ts';
import { createAgents } from './connections/agents.ts';
import { encodeBody, sentBody } from './body/encode-body.ts';
import { createFollowHops } from './follow-hops.ts';
import { sendError } from './http-errors.ts';
import { proxiesOf } from './connections/proxy-errors.ts';
import { fillPathParams } from './path-params.ts';
import { checkHeader, TOKEN } from './request-headers.ts';
import type { HttpExchange, SendOptions } from './send-options.ts';

export type { HttpExchange, SendOptions } from './send-options.ts';

export interface HttpClient {
  /** @throws InvalidRequest, RequestFailed, RequestTimeout, CertificateProblem, ProxyProblem, Cancelled */
  send(request: HttpRequest, options: SendOptions): Promise<HttpExchange>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  userAgent?: string;
}

export function createHttpClient({ userAgent = 'Outrigger' }: HttpClientOptions = {}): HttpClient {
  const agents = createAgents();
  const follow = createFollowHops({ agents, userAgent });

  async function sendPrepared(
    request: HttpRequest,
    options: SendOptions & { agent: Dispatcher | undefined },
  ): Promise<HttpExchange> {
    const method = request.method.trim().toUpperCase() || 'GET';
    if (!TOKEN.test(method))
      throw codedError('InvalidRequest', `"${method}" is not an HTTP method.`, 'Use letters only.');
    const { encodeUrl, omitBody, omitMissingFiles } = options.settings ?? {};
    const { url: address, headers: fields, body } = fillPathParams(request);
    const { url, path } = parseAddress(address, { encodeUrl: encodeUrl ?? true });
    const headers = headersToSend(fields);
    const typeInHeader = headerValueOf(headers, 'content-type');
    const bodyToSend = sentBody(method, body, omitBody ?? false);
    const encodedBody = await encodeBody(bodyToSend, {
      files: options.bodyFiles,
      typeInHeader,
      omitMissingFiles: omitMissingFiles ?? false,
      onWarning: options.onWarning,
      signal: options.signal,
    });
    try {
      return await follow({ method, url, path, keepsQuery: encodeUrl === false, headers, body: encodedBody }, options);
    } finally {
      // A network drive that does not respond would keep a stopped request.
      if (encodedBody?.close) await abortable(encodedBody.close(), options.signal).catch(() => undefined);
    }
  }

  return {
    async send(request, options) {
      const timeout = timeLimit(options.timeoutMs);
      const signal = timeout ? AbortSignal.any([options.signal, timeout]) : options.signal;
      const { auth, connection = defaultConnection, folder = process.cwd(), settings: wire } = options;
      let unsharedAgent: Dispatcher | undefined;
      let redirectedTo: URL | undefined;
      const onRedirect = (url: URL) => (redirectedTo = url);
      try {
        if (auth?.ownConnection)
          unsharedAgent = await agents.unshared(parseUrl(request.url), { connection, folder, settings: wire });
        return await sendPrepared(request, { ...options, signal, agent: unsharedAgent, onRedirect });
      } catch (error) {
        if (options.signal.aborted) throw codedError('Cancelled', 'The request was stopped.');
        if (timeout?.aborted)
          throw codedError('RequestTimeout', `There was no complete response within ${options.timeoutMs} ms.`);
        throw sendError(error, redirectedTo?.href ?? request.url, proxiesOf(connection), redirectedTo !== undefined);
      } finally {
        await unsharedAgent?.destroy();
      }
    },
    close: () => agents.close(),
  };
}

/** The enabled headers that HTTP/1.1 has. @throws InvalidRequest when the name or the value of one is not allowed */
function headersToSend(fields: HttpRequest['headers']): HttpRequest['headers'] {
  // Names that begin with a colon are those of HTTP/2: whoever copies a request from a browser has them.
  const isSent = ({ disabled, name }: HttpField) => !disabled && name !== '' && !name.startsWith(':');
  // undici refuses a Connection without a value.
  const isRefused = (header: HttpField) => hasName(header, 'connection') && header.value.trim() === '';
  const headers = fields.filter((header) => isSent(header) && !isRefused(header));
  for (const header of headers) checkHeader(header);
  return headers;
}
