/** An exchange with its redirects and its authentication retries: sends hop after hop until one has the response. */
import type { Dispatcher } from 'undici';
import { defaultConnection } from '../../contract/collection/connection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HttpField, HttpHop, HttpRequest } from '../../contract/http/http.ts';
import { hasName, headerValueOf } from '../../contract/http/header-value.ts';
import { visibleBeginning } from '../../contract/visible-text.ts';
import type { Agents } from './connections/agents.ts';
import { abortable } from '../platform/abortable.ts';
import type { HopTarget } from './auth/hop-auth.ts';
import type { ResponseBody } from './body/incoming-body.ts';
import { discardBody, readBody, type ReadBody } from './body/read-body.ts';
import { withoutGeneralCertificates } from './connections/client-certificates.ts';
import { proxiesOfEnvironment, proxyFor } from './connections/proxies.ts';
import { isRedirect, redirected, removalText } from './redirect.ts';
import { replaceHeaders } from './replace-headers.ts';
import { sendHop, type SentHop } from './send-hop.ts';
import type { HttpExchange, SendOptions } from './send-options.ts';

const MAX_REDIRECTS = 10;
/** The limit of tries at one address with a server that asks for authentication. */
const MAX_TRIES = 4;

const INCOMPLETE =
  'The response body is incomplete: its compressed data stops before its end. What arrived of it is shown. The server, or a proxy before it, ended the response too early.';

async function readResponse(body: ResponseBody, hop: HttpHop, options: SendOptions): Promise<ReadBody> {
  const read = await readBody(body, hop, options);
  if (read.isIncomplete) options.onWarning?.(INCOMPLETE);
  return read;
}

const tooManyRedirects = (limit: number, location: string) =>
  codedError(
    'RequestFailed',
    `There were more than ${limit} redirects, the last to ${visibleBeginning(location, 200)}.`,
    'Correct the server, or change the maximum number of redirects in the settings of the request.',
  );

/**
 * The address to which a response redirects; undefined where it is no redirect. As in Postman and browsers, one with an
 * empty address is none.
 */
const locationOf = ({ status, headers }: HttpHop, isLikeBruno: boolean): string | undefined =>
  (isRedirect(status, isLikeBruno) && headerValueOf(headers, 'location')) || undefined;

interface FollowOptions extends SendOptions {
  /** For the hops to the first origin. Absent: the agent for the connection settings. */
  agent?: Dispatcher | undefined;
}
export type FollowHops = (first: HopTarget, options: FollowOptions) => Promise<HttpExchange>;

interface ConnectionParts {
  agents: Pick<Agents, 'use'>;
  userAgent: string;
}

/** @param url of the hop before it was signed */
async function sendConnected(
  { target, url, first }: { target: HopTarget; url: URL; first: HopTarget },
  options: FollowOptions,
  { agents, userAgent }: ConnectionParts,
): Promise<SentHop> {
  const { connection = defaultConnection, folder = process.cwd(), settings = {} } = options;
  const { jar, onWarning, neverRepeats, likeBruno: cookiesAsStored } = options;
  const isOther = url !== first.url && url.origin !== first.url.origin;
  const shown = isOther ? withoutGeneralCertificates(connection) : connection;
  const firstAgent = isOther ? undefined : options.agent;
  const sent = withoutProxyAuth(target, options);
  const send = (agent: Dispatcher) =>
    sendHop(
      sent,
      { agent, userAgent, jar, omitHeaders: settings.omitHeaders, cookiesAsStored, onWarning, neverRepeats },
      options.signal,
    );
  return firstAgent ? send(firstAgent) : agents.use(url, { connection: shown, folder, settings }, send);
}

/** A tunnel passes no headers to the proxy, and the server must not get what is meant for the proxy. */
function withoutProxyAuth(target: HopTarget, { connection = defaultConnection, onWarning }: FollowOptions): HopTarget {
  const isForProxy = (header: HttpField) => hasName(header, 'proxy-authorization');
  if (target.url.protocol !== 'https:' || !target.headers.some(isForProxy)) return target;
  if (!proxyFor(connection, target.url, proxiesOfEnvironment(process.env))) return target;
  const remedy = 'Write its user and password into the address of the proxy: http://user:password@host:port.';
  onWarning?.(
    `The header Proxy-Authorization was left out, because the server would get it and not the proxy. ${remedy}`,
  );
  return { ...target, headers: target.headers.filter((header) => !isForProxy(header)) };
}

export function createFollowHops(parts: ConnectionParts): FollowHops {
  return async (first, options) => {
    let last: ResponseBody | undefined;
    const send: SendTarget = async (target, url) => {
      const sent = await sendConnected({ target, url, first }, options, parts);
      last = sent.body;
      return sent;
    };
    try {
      return await follow(first, options, send);
    } catch (error) {
      // A body that is not read would keep its connection.
      last?.cancel();
      throw error;
    }
  };
}

/** @param url of the hop before it was signed */
type SendTarget = (target: HopTarget, url: URL) => Promise<SentHop>;

async function follow(first: HopTarget, options: FollowOptions, send: SendTarget): Promise<HttpExchange> {
  let { method, url, path, headers, body } = first;
  const { signal, maxRedirects: limit = MAX_REDIRECTS, likeBruno = false } = options;
  const hops: HttpHop[] = [];
  let redirects = 0;
  let tries = 0;
  let { auth } = options;
  /** Headers that answer the server's authentication challenge. */
  let challengeHeaders: HttpRequest['headers'] = [];

  for (;;) {
    const startMs = performance.now();
    const answering = replaceHeaders(headers, challengeHeaders);
    const target: HopTarget = { ...first, method, url, path, headers: answering, body };
    // Signing may read a large file.
    const signed = auth?.sign ? await abortable(auth.sign(target), signal) : target;
    const { hop: endedHop, body: stream } = await send(signed, url);
    hops.push(endedHop);
    tries += 1;
    const more = auth?.answer && tries < MAX_TRIES ? await abortable(auth.answer(endedHop, target), signal) : undefined;
    if (more) {
      await discardBody(stream);
      challengeHeaders = more;
      continue;
    }
    const location = locationOf(endedHop, likeBruno);
    const isAnswer = limit === 0 || (redirects === limit && likeBruno);
    if (!isAnswer && location !== undefined) {
      stream.cancel();
      redirects += 1;
      if (redirects > limit) throw tooManyRedirects(limit, location);
      const { target: next, removed } = redirected({
        target: { ...target, headers },
        signed,
        location,
        status: endedHop.status,
        settings: options.settings ?? {},
      });
      if (next.url.origin !== url.origin) {
        if (removed.length > 0) options.onWarning?.(removalText(removed, next.url.origin));
        auth = undefined;
      }
      auth?.redirected?.();
      challengeHeaders = [];
      tries = 0;
      ({ method, url, path, headers, body } = next);
      options.onRedirect?.(url);
      continue;
    }
    options.onResponse?.(endedHop);
    const read = await readResponse(stream, endedHop, options);
    endedHop.timings.download = performance.now() - startMs - endedHop.timings.firstByte;
    endedHop.timings.total = performance.now() - startMs;
    return { hops: hops as [HttpHop, ...HttpHop[]], ...read };
  }
}
