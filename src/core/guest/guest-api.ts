/**
 * What a script may ask of the host, beside programs: each call is answered here, in order of what it touches. The
 * parameters have been checked; an error becomes the answer.
 */
import { randomBytes } from 'node:crypto';
import type { CookieJar } from 'tough-cookie';
import { toFailure } from '../../contract/errors.ts';
import type { GuestApi } from '../../contract/guest-contract.ts';
import type { GuestReply } from '../../contract/to-guest.ts';
import type { ResponseHead, ScopeStates } from '../../contract/script-context.ts';
import { bodyText } from '../http/body-text.ts';
import type { BodyFilePolicy } from '../http/body-files.ts';
import type { ConnectionSettings } from '../../contract/collection.ts';
import type { TokenStore } from '../http/oauth2.ts';
import type { RunWebhooks } from '../notifications/run-webhooks.ts';
import { maskToken } from '../platform/mask-token.ts';
import { listCookies, removeCookies, setCookie } from '../http/cookies.ts';
import type { HttpClient, HttpExchange } from '../http/http-client.ts';
import { fromPostman } from '../http/postman-request.ts';
import type { RunEventBody } from '../../contract/run-event.ts';

/** What a run shares with the rest of the application. */
export interface GuestResources {
  http: HttpClient;
  jar: CookieJar;
  /** Text of a file of the workspace. @throws FileNotFound, OutsideWorkspace */
  readFile?: (path: string) => Promise<string>;
  vault?: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    unset(name: string): Promise<void>;
  };
  /** Runs another request of the collection; null when it skipped itself. */
  runRequest?: (wanted: string, variables: Record<string, unknown>) => Promise<HttpExchange | null>;
  /** The notifications of the workspace; listens from the first call on, where it may. */
  webhooks?: RunWebhooks;
  /** Which files a body may send; left out: none. */
  bodyFiles?: BodyFilePolicy;
  /** What relative paths of certificates are relative to. */
  folder?: string;
  /** How servers are reached. */
  connection?: ConnectionSettings;
  /** Access tokens that were got before. */
  tokens: TokenStore;
  /** Shows a page where the user signs in; left out where nobody can be asked. */
  openBrowser?: (url: string, signal: AbortSignal) => void;
}

/** The bodies of the responses that a script has seen or can see; they go with the run. */
export interface Bodies {
  /** Keeps the body and describes the rest. */
  add(exchange: HttpExchange): ResponseHead;
  text(id: number): string;
  bytes(id: number): string;
}

/** Sent along with the head: asking for it later would cost more. */
const MAX_INLINE_BYTES = 16 * 1024;

export function createBodies(): Bodies {
  const kept: { body: Buffer; contentType: string | undefined }[] = [];
  const find = (id: number) => {
    const found = kept[id];
    if (!found) throw new Error(`There is no body ${id}.`);
    return found;
  };
  return {
    add(exchange) {
      const last = exchange.hops.at(-1) ?? exchange.hops[0];
      const contentType = last.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
      const id = kept.push({ body: exchange.body, contentType }) - 1;
      return {
        code: last.status,
        status: last.statusText,
        headers: last.headers.map(({ name, value }) => ({ key: name, value })),
        responseTime: Math.round(exchange.hops.reduce((sum, hop) => sum + hop.timings.total, 0)),
        responseSize: exchange.body.length,
        downloadedBytes: exchange.downloadedBytes,
        body: id,
        ...(exchange.body.length > MAX_INLINE_BYTES ? {} : { text: bodyText(exchange.body, contentType) }),
      };
    },
    text: (id) => bodyText(find(id).body, find(id).contentType),
    bytes: (id) => find(id).body.toString('base64'),
  };
}

const ok = (value: string): GuestReply => ({ ok: true, value });
const json = (value: unknown): GuestReply => ok(JSON.stringify(value) ?? '');

export function createGuestApi(
  { http, jar, readFile, vault, runRequest, webhooks, folder, bodyFiles, connection }: GuestResources,
  run: { scopes: ScopeStates; bodies: Bodies; signal: AbortSignal; emit: (event: RunEventBody) => void },
): GuestApi {
  const { scopes, bodies, signal, emit } = run;
  /** Errors of the network keep the system's name for them, which scripts look at. */
  const answer =
    <P>(work: (params: P) => Promise<GuestReply> | GuestReply) =>
    async (params: P): Promise<GuestReply> => {
      try {
        return await work(params);
      } catch (error) {
        const { code, message, remedy } = toFailure(error);
        const { systemCode } = error as { systemCode?: string };
        return { ok: false, error: { code: systemCode ?? code, message: `${message} ${remedy}` } };
      }
    };
  const hooks = (): RunWebhooks => webhooks ?? missing('This script has no notifications.');
  const missing = (what: string): never => {
    throw Object.assign(new Error(what), { code: 'NoCollection' });
  };

  return {
    'scopes.get': answer(({ scope, name }) => {
      const { values } = scopes[scope];
      return Object.hasOwn(values, name) ? json(values[name]) : ok('');
    }),
    'scopes.all': answer(({ scope }) => json(scopes[scope].values)),
    'bodies.text': answer(({ id }) => ok(bodies.text(id))),
    'bodies.bytes': answer(({ id }) => ok(bodies.bytes(id))),
    'random.bytes': answer(({ count }) => ok(randomBytes(count).toString('base64'))),
    'files.read': answer(async ({ path }) =>
      ok(await (readFile ? readFile(path) : missing('This script has no workspace.'))),
    ),
    'http.send': answer(async ({ request, line }) => {
      const sent = fromPostman(request);
      const began = performance.now();
      const place = line ? { line } : {};
      const tell = (outcome: { status?: number; failure?: string }) =>
        emit({
          type: 'script.request',
          method: sent.method,
          url: maskToken(sent.url),
          durationMs: performance.now() - began,
          ...outcome,
          ...place,
        });
      try {
        const onWarning = (text: string) => emit({ type: 'console', level: 'warn', text, from: 'outrigger' });
        const where = { bodyFiles, ...(folder ? { folder } : {}) };
        const exchange = await http.send(sent, { jar, signal, connection, onWarning, ...where });
        const head = bodies.add(exchange);
        tell({ status: head.code });
        return json(head);
      } catch (error) {
        tell({ failure: toFailure(error).message });
        throw error;
      }
    }),
    'cookies.list': answer(async ({ url }) => json(await listCookies(jar, url))),
    'cookies.set': answer(async ({ url, cookie }) => json(await setCookie(jar, url, cookie))),
    'cookies.unset': answer(async ({ url, name }) => (await removeCookies(jar, url, name), ok(''))),
    'cookies.clear': answer(async ({ url }) => (await removeCookies(jar, url), ok(''))),
    'vault.get': answer(async ({ name }) => json(await (vault ?? missing('There is no secret store here.')).get(name))),
    'vault.set': answer(
      async ({ name, value }) => (await (vault ?? missing('There is no secret store here.')).set(name, value), ok('')),
    ),
    'vault.unset': answer(
      async ({ name }) => (await (vault ?? missing('There is no secret store here.')).unset(name), ok('')),
    ),
    'webhooks.list': answer(async () => json(await hooks().list())),
    'webhooks.next': answer(async ({ after, waitMs }) => json(await hooks().next(after, waitMs, signal))),
    'webhooks.url': answer(async () => ok(await hooks().url())),
    'requests.run': answer(async ({ request, variables }) => {
      if (!runRequest) return missing(`There is no collection that has a request "${request}".`);
      const exchange = await runRequest(request, variables);
      return json(exchange && bodies.add(exchange));
    }),
  };
}
