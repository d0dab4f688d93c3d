/** An exchange with its redirects and its authentication retries: sends hop after hop until one has the response. */
import type { Dispatcher } from 'undici';
import { defaultConnection } from '../../contract/collection/connection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HttpHop, HttpRequest } from '../../contract/http/http.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import type { Agents } from './connections/agents.ts';
import type { HopTarget } from './auth/hop-auth.ts';
import type { ResponseBody } from './body/incoming-body.ts';
import { readBody, type ReadBody } from './body/read-body.ts';
import { withoutGeneralCertificates } from './connections/client-certificates.ts';
import { isRedirect, redirected, removalText } from './redirect.ts';
import { replaceHeaders } from './replace-headers.ts';
import { sendHop } from './send-hop.ts';
import type { HttpExchange, SendOptions } from './send-options.ts';

const MAX_REDIRECTS = 10;
/** The limit of tries with a server that asks for authentication. */
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
    `There were more than ${limit} redirects, the last to ${location}.`,
    'Correct the server, or change the maximum number of redirects in the settings of the request.',
  );

export type FollowHops = (
  first: HopTarget,
  /** @param agent for the hops to the first origin; absent: the agent for the connection settings */
  options: SendOptions & { agent?: Dispatcher | undefined },
  signal: AbortSignal,
) => Promise<HttpExchange>;

export function createFollowHops(agents: Pick<Agents, 'for'>, userAgent: string): FollowHops {
  return async (first, options, signal) => {
    let { method, url, path, headers, body } = first;
    const { connection = defaultConnection, folder = process.cwd(), jar, settings: wire = {} } = options;
    const { omitHeaders } = wire;
    const hops: HttpHop[] = [];
    const limit = options.maxRedirects ?? MAX_REDIRECTS;
    let redirects = 0;
    let { auth } = options;
    /** Headers that answer the server's authentication challenge. */
    let challengeHeaders: HttpRequest['headers'] = [];

    for (;;) {
      const startMs = performance.now();
      const target: HopTarget = { method, url, path, headers: replaceHeaders(headers, challengeHeaders), body };
      const signed = (auth?.sign && (await auth.sign(target))) ?? target;
      const isOther = url !== first.url && url.origin !== first.url.origin;
      const shown = isOther ? withoutGeneralCertificates(connection) : connection;
      const agent =
        (isOther ? undefined : options.agent) ?? (await agents.for(url, { connection: shown, folder, settings: wire }));
      const hopConnection = { agent, userAgent, jar, omitHeaders, onWarning: options.onWarning };
      const { hop: endedHop, body: stream } = await sendHop(signed, hopConnection, signal);
      hops.push(endedHop);
      const mayAnswer = hops.length - redirects < MAX_TRIES;
      const more = auth?.answer && mayAnswer ? await auth.answer(endedHop, target) : undefined;
      if (more) {
        await readBody(stream, endedHop, {});
        challengeHeaders = more;
        continue;
      }
      const location = headerValueOf(endedHop.headers, 'location');
      const isAnswer = limit === 0 || (redirects === limit && options.answersWithRedirect === true);
      if (!isAnswer && location !== undefined && isRedirect(endedHop.status)) {
        stream.cancel();
        redirects += 1;
        if (redirects > limit) throw tooManyRedirects(limit, location);
        const { target: next, removed } = redirected({
          target,
          signed,
          location,
          status: endedHop.status,
          settings: wire,
        });
        if (next.url.origin !== url.origin) {
          if (removed.length > 0) options.onWarning?.(removalText(removed, next.url.origin));
          auth = undefined;
          challengeHeaders = [];
        }
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
  };
}
