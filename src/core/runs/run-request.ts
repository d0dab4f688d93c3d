/**
 * One request of a collection, top to bottom: its pre-request scripts from the collection down, variables, send, its
 * post-response scripts. Everything that happens is an event of the run.
 */
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HttpField, HttpHop } from '../../contract/http.ts';
import type { RunEventBody, RunOutcome } from '../../contract/run-event.ts';
import {
  applyChanges,
  type ResponseHead,
  type ScopeStates,
  type ScriptContext,
} from '../../contract/script-context.ts';
import { scopeNames } from '../../contract/guest-operations.ts';
import { maskToken } from '../platform/mask-token.ts';
import { executeScript, type NextCallId, type RunDependencies } from './execute-script.ts';
import { createBodies } from '../guest/guest-api.ts';
import { createHopAuth, withAuth, withToken } from '../http/auth.ts';
import { listCookies } from '../http/cookies.ts';
import type { HttpExchange } from '../http/http-client.ts';
import { accessToken } from '../http/oauth2.ts';
import { fromPostman, toPostman } from '../http/postman-request.ts';
import type { LoadedRequest } from '../collection/collection-files.ts';
import { authOf, settingsOf, variablesOf, withDefaults } from '../collection/inherit.ts';
import { changedValues } from '../collection/current-values.ts';
import { createResolver, loadDynamic } from '../collection/resolve.ts';

export interface RequestSettings {
  /** For the answer; left out: never. */
  timeoutMs?: number | undefined;
  scriptTimeoutMs?: number | undefined;
  iteration?: number;
  iterationCount?: number;
  /** Tells of the answer while it arrives: somebody looks on. */
  live?: boolean;
}
export interface RequestResult {
  outcome: RunOutcome;
  /** The answer, unless it was skipped or failed. */
  exchange?: HttpExchange;
  skipped: boolean;
  /** What pm.execution.setNextRequest said last; null ends the run. */
  next?: string | null;
}

type ScriptKind = 'before-request' | 'after-response' | 'tests';

/** Changes `scopes` as the scripts say. Never rejects. */
export async function runRequest(
  item: LoadedRequest,
  scopes: ScopeStates,
  dependencies: RunDependencies,
  run: { emit: (event: RunEventBody) => void; nextCallId: NextCallId },
  signal: AbortSignal,
  settings: RequestSettings = {},
): Promise<RequestResult> {
  const { emit } = run;
  const { jar, http, folder, connection, tokens, openBrowser } = dependencies.resources;
  const bodies = createBodies();
  let outcome: RunOutcome = 'passed';
  let next: string | null | undefined;
  let skipped = false;
  let request = withDefaults(item);
  const before = scopes.collection.values;
  const defined = variablesOf(item);
  scopes.collection.values = { ...defined, ...before };
  emit({
    type: 'request.started',
    id: item.id,
    name: item.name,
    path: item.path,
    iteration: settings.iteration ?? 0,
  });

  const contextFor = (eventName: 'prerequest' | 'test'): ScriptContext => ({
    info: {
      eventName,
      iteration: settings.iteration ?? 0,
      iterationCount: settings.iterationCount ?? 1,
      requestName: item.name,
      requestId: item.id,
    },
    location: item.path,
    scopes,
    request: toPostman(request),
    cookies: [],
  });
  const runScripts = async (kinds: readonly ScriptKind[], context: () => Promise<ScriptContext>): Promise<boolean> => {
    for (const { title, code } of scriptsOf(item, kinds)) {
      const name = `${item.id.replace(/\.ya?ml$/, '')}/${title}.js`;
      const job = { name, source: code, context: await context(), bodies, timeoutMs: settings.scriptTimeoutMs };
      const { outcome: ended, left } = await executeScript(job, dependencies, run, signal);
      if (left) {
        for (const scope of scopeNames) {
          const changes = left.scopes[scope];
          if (changes) scopes[scope].values = applyChanges(scopes[scope].values, changes);
        }
        if (left.request) request = fromPostman(left.request);
        if (left.nextRequest !== undefined) next = left.nextRequest;
        if (left.skipRequest) skipped = true;
      }
      outcome = worse(outcome, ended);
      if (ended === 'error' || ended === 'timeout' || ended === 'stopped') return false;
      if (skipped) return false;
    }
    return true;
  };
  const result = (exchange?: HttpExchange): RequestResult => {
    // What the files define is for this request; only what scripts have made of it goes on.
    const made = new Set(Object.keys(changedValues(defined, scopes.collection.values)));
    scopes.collection.values = Object.fromEntries(
      Object.entries(scopes.collection.values).filter(([name]) => Object.hasOwn(before, name) || made.has(name)),
    );
    return { outcome, skipped, ...(exchange ? { exchange } : {}), ...(next === undefined ? {} : { next }) };
  };

  const go = await runScripts(['before-request'], () => Promise.resolve(contextFor('prerequest')));
  const told = {
    type: 'request.answered' as const,
    name: item.name,
    method: request.method,
    redirects: 0,
    durationMs: 0,
  };
  if (skipped) {
    emit({ ...told, url: maskToken(request.url), skipped: true });
    return result();
  }
  if (!go) return result();

  const resolver = createResolver(scopes, await loadDynamic(request));
  const auth = resolver.fill(authOf(item));
  let resolved = withAuth(resolver.fill(request), auth);
  const missing = resolver.missing();
  if (missing.length > 0) {
    const names = missing.map((name) => `{{${name}}}`).join(', ');
    const text = `${names} ${missing.length === 1 ? 'has' : 'have'} no value: define ${missing.length === 1 ? 'it' : 'them'} in the environment.`;
    emit({ type: 'console', level: 'warn', text, from: 'outrigger' });
  }
  const began = performance.now();
  let exchange: HttpExchange;
  const own = settingsOf(item);
  const timeoutMs = settings.timeoutMs ?? own.timeoutMs ?? (connection?.timeoutMs || undefined);
  const way = { jar, connection, timeoutMs, ...(folder ? { folder } : {}) };
  const live = settings.live ? liveEvents(emit) : undefined;
  try {
    if (auth && auth !== 'inherit' && auth.type === 'oauth2') {
      const send = { connection, jar };
      resolved = withToken(resolved, auth, await accessToken(auth, { http, send, tokens, openBrowser }, signal));
    } else if (auth && auth !== 'inherit' && auth.type === 'oauth1') {
      throw codedError('InvalidRequest', 'OAuth 1 is not spoken here.', 'Choose another kind on the Auth tab.');
    }
    const { maxRedirects } = own;
    exchange = await http.send(resolved, {
      ...way,
      ...(maxRedirects === undefined ? {} : { maxRedirects }),
      auth: createHopAuth(auth),
      signal,
      ...live?.options,
    });
  } catch (error) {
    const failure = toFailure(error);
    emit({
      ...told,
      method: resolved.method,
      url: maskToken(resolved.url),
      durationMs: performance.now() - began,
      failure,
    });
    outcome = signal.aborted ? 'stopped' : 'error';
    return result();
  } finally {
    live?.end();
  }
  const last = exchange.hops.at(-1) ?? exchange.hops[0];
  emit({
    ...told,
    method: last.method,
    url: maskToken(last.url),
    status: last.status,
    statusText: last.statusText,
    size: exchange.body.length,
    redirects: exchange.hops.length - 1,
    durationMs: performance.now() - began,
  });
  let response: ResponseHead | undefined;
  await runScripts(['after-response', 'tests'], async () => ({
    ...contextFor('test'),
    request: toPostman({ ...resolved, headers: sentHeaders(last) }),
    response: (response ??= bodies.add(exchange)),
    cookies: await listCookies(jar, last.url),
  }));
  return result(exchange);
}

/** What the server got, with what the client has added. */
function sentHeaders({ requestHeaders, url }: HttpHop): HttpField[] {
  const hasHost = requestHeaders.some(({ name }) => name.toLowerCase() === 'host');
  return hasHost ? requestHeaders : [...requestHeaders, { name: 'Host', value: new URL(url).host }];
}

/** Most of a body that is shown while it arrives. */
const MAX_LIVE_BYTES = 1024 * 1024;
const LIVE_MS = 50;

/** The head of the answer, and what of a text has arrived, a few times a second. */
function liveEvents(emit: (event: RunEventBody) => void) {
  const decoder = new TextDecoder();
  let isText = false;
  let [bytes, text] = [0, ''];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (text !== '') emit({ type: 'response.chunk', text, bytes });
    text = '';
  };
  return {
    options: {
      onResponse({ status, statusText, headers }: HttpHop) {
        const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
        isText = /^text\/|json|xml|javascript/i.test(contentType);
        emit({ type: 'response.started', status, statusText, contentType });
      },
      onChunk(chunk: Buffer) {
        bytes += chunk.length;
        if (!isText || bytes - chunk.length > MAX_LIVE_BYTES) return;
        text += decoder.decode(chunk, { stream: true });
        timer ??= setTimeout(flush, LIVE_MS);
      },
    },
    end() {
      clearTimeout(timer);
      flush();
    },
  };
}

const order: RunOutcome[] = ['passed', 'failed', 'error', 'timeout', 'stopped'];
export const worse = (a: RunOutcome, b: RunOutcome): RunOutcome => (order.indexOf(b) > order.indexOf(a) ? b : a);

/** From the collection down to the request, each kind in this order. */
function scriptsOf(item: LoadedRequest, kinds: readonly ScriptKind[]): { title: string; code: string }[] {
  const levels = [...item.defaults.map(({ scripts }) => scripts), item.request.runtime?.scripts];
  return kinds.flatMap((kind) =>
    levels.flatMap((scripts) =>
      (scripts ?? [])
        .filter(({ type, code }) => type === kind && code.trim() !== '')
        .map(({ code }) => ({ title: kind, code })),
    ),
  );
}
