/**
 * One request of a collection, top to bottom: its pre-request scripts from the collection down, variables, send, its
 * post-response scripts. Everything that happens is an event of the run.
 */
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HttpField, HttpHop, HttpRequest } from '../../contract/http.ts';
import type { RunEventOf, RunOutcome } from '../../contract/run-event.ts';
import {
  applyChanges,
  type ResponseHead,
  type ScopeStates,
  type ScriptContext,
  type RequestSettingsOfScript,
} from '../../contract/script-context.ts';
import { scopeNames } from '../../contract/guest-operations.ts';
import { maskToken } from '../platform/mask-token.ts';
import { liveEvents } from './live-answer.ts';
import { executeScript, type InRun, type RunDependencies } from './execute-script.ts';
import { createBodies } from '../guest/bodies.ts';
import { authorize } from '../http/auth/add-auth.ts';
import { listCookies } from '../http/cookies.ts';
import type { HttpExchange } from '../http/http-client.ts';
import { fillPathParams } from '../http/path-params.ts';
import { fromPostman, toPostman } from '../http/postman-request.ts';
import type { LoadedRequest } from '../collection/collection-files.ts';
import { authOf, ownAuthOf, settingsOf, variablesOf, withDefaults } from '../collection/inherit.ts';
import { authAfterScript, authForScript } from './script-auth.ts';
import { inFile, scriptSettings, settingsForSending } from './settings-for-sending.ts';
import { changedValues } from '../collection/current-values.ts';
import { createResolver, loadDynamic } from '../collection/resolve.ts';
import { afterResponse, scriptsOf, type ScriptKind } from './scripts-of-request.ts';

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

/** Changes `scopes` as the scripts say. Never rejects. */
export async function runRequest(
  item: LoadedRequest,
  scopes: ScopeStates,
  { resources, ...shared }: RunDependencies,
  run: InRun,
  signal: AbortSignal,
  settings: RequestSettings = {},
): Promise<RequestResult> {
  const { emit } = run;
  const { webhooks } = resources;
  const dependencies = webhooks
    ? { ...shared, resources: { ...resources, webhooks: webhooks.forRequest() } }
    : { ...shared, resources };
  const { jar, http, folder, bodyFiles, connection, tokens, openBrowser, exchanges } = resources;
  const record = (sent: HttpRequest, exchange?: HttpExchange) => {
    if (run.number !== undefined) exchanges?.addRequest(run.number, sent, exchange);
  };
  const bodies = createBodies();
  let outcome: RunOutcome = 'passed';
  let next: string | null | undefined;
  let skipped = false;
  /** Of this request alone, as its scripts say. */
  const changedSettings: RequestSettingsOfScript = {};
  let request: HttpRequest = { method: 'GET', url: '', headers: [] };
  /** What the request itself says about auth, as its scripts leave it. */
  let ownAuth = ownAuthOf(item);
  const before = scopes.collection.values;
  let defined: Record<string, unknown> = {};
  let began = performance.now();
  /** Whether the event that ends the exchange was sent. */
  let isAnswered = false;
  const answer = (event: Partial<RunEventOf<'request.answered'>>) => {
    isAnswered = true;
    const { method, url } = request;
    const common = {
      name: item.name,
      method,
      url: maskToken(url),
      redirects: 0,
      durationMs: performance.now() - began,
    };
    emit({ type: 'request.answered', ...common, ...event });
  };
  const warn = (text: string) => emit({ type: 'console', level: 'warn', text, from: 'outrigger' });
  emit({
    type: 'request.started',
    id: item.id,
    name: item.name,
    path: item.path,
    iteration: settings.iteration ?? 0,
  });

  const requestForScript = (shown: HttpRequest) => ({
    ...toPostman(shown),
    ...authForScript(ownAuth),
    ...(typeof item.request.docs === 'string' ? { description: item.request.docs } : {}),
  });
  const contextFor = (eventName: 'prerequest' | 'test'): ScriptContext => ({
    info: {
      eventName,
      iteration: settings.iteration ?? 0,
      iterationCount: settings.iterationCount ?? 1,
      requestName: item.name,
      requestId: item.request.info?.id ?? item.id,
    },
    location: item.path,
    scopes,
    request: requestForScript(request),
    requestSettings: { ...scriptSettings(settingsOf(item)), ...changedSettings },
    cookies: [],
  });
  const runScripts = async (kinds: readonly ScriptKind[], context: () => Promise<ScriptContext>): Promise<boolean> => {
    for (const { title, code, place } of scriptsOf(item, kinds)) {
      const name = `${item.id.replace(/\.ya?ml$/, '')}/${title}.js`;
      const job = { name, source: code, place, context: await context(), bodies, timeoutMs: settings.scriptTimeoutMs };
      const { outcome: ended, scriptEnd: scriptEnd } = await executeScript(job, dependencies, run, signal);
      if (scriptEnd) {
        for (const scope of scopeNames) {
          const changes = scriptEnd.scopes[scope];
          if (changes) scopes[scope].values = applyChanges(scopes[scope].values, changes);
        }
        if (scriptEnd.request) {
          request = fromPostman(scriptEnd.request);
          ownAuth = authAfterScript(ownAuth, scriptEnd.request);
        }
        if (scriptEnd.requestSettings) Object.assign(changedSettings, scriptEnd.requestSettings);
        if (scriptEnd.nextRequest !== undefined) next = scriptEnd.nextRequest;
        if (scriptEnd.skipRequest) skipped = true;
      }
      outcome = worse(outcome, ended);
      if (ended === 'stopped' || skipped) return false;
      // Without what a pre-request script prepares the request is not sent; those after it do not need each other.
      if ((ended === 'error' || ended === 'timeout') && title === 'before-request') return false;
    }
    return true;
  };
  const result = (exchange?: HttpExchange): RequestResult => {
    // What the files define is for this request; only what scripts have made of it goes on.
    const definedNames = new Set(Object.keys(changedValues(defined, scopes.collection.values)));
    // A damaged file may have anything in the place of the list; that was reported when the variables were read.
    const declared = item.defaults[0]?.variables;
    const names = Array.isArray(declared) ? declared.map(({ name }) => name) : [];
    const gone = names.filter((name) => Object.hasOwn(defined, name) && !Object.hasOwn(scopes.collection.values, name));
    if (gone.length > 0) scopes.collection.removed = [...(scopes.collection.removed ?? []), ...gone];
    scopes.collection.values = Object.fromEntries(
      Object.entries(scopes.collection.values).filter(
        ([name]) => Object.hasOwn(before, name) || definedNames.has(name),
      ),
    );
    return { outcome, skipped, ...(exchange ? { exchange } : {}), ...(next === undefined ? {} : { next }) };
  };

  const exchangeAndScripts = async (): Promise<HttpExchange | undefined> => {
    if (item.damaged !== undefined) throw codedError('CollectionDamaged', item.damaged);
    request = withDefaults(item);
    defined = variablesOf(withoutRemoved(item, scopes.collection.removed));
    scopes.collection.values = { ...defined, ...before };
    const go = await runScripts(['before-request'], () => Promise.resolve(contextFor('prerequest')));
    if (skipped) {
      answer({ skipped: true, durationMs: 0 });
      return undefined;
    }
    if (!go) return undefined;

    began = performance.now();
    const resolver = createResolver(scopes, await loadDynamic(request));
    const auth = resolver.fill(authOf(item, ownAuth));
    request = fillPathParams(resolver.fill(request));
    for (const text of resolver.warnings()) warn(text);
    const oauth2 = { http, send: { connection, jar }, tokens, openBrowser };
    const authorized = await authorize(request, auth, { oauth2, onWarning: warn, signal });
    const sent = (request = authorized.request);
    const fromSettings = settingsForSending({ ...settingsOf(item), ...inFile(changedSettings) }, { jar, connection });
    const live = settings.live ? liveEvents(emit) : undefined;
    let exchange: HttpExchange;
    try {
      exchange = await http.send(sent, {
        ...fromSettings,
        bodyFiles,
        timeoutMs: (changedSettings.timeoutMs ?? settings.timeoutMs ?? fromSettings.timeoutMs) || undefined,
        ...(folder ? { folder } : {}),
        auth: authorized.hopAuth,
        onWarning: warn,
        signal,
        ...live?.options,
      });
      record(sent, exchange);
    } catch (error) {
      record(sent);
      throw error;
    } finally {
      live?.end();
    }
    const last = exchange.hops.at(-1) ?? exchange.hops[0];
    answer({
      method: last.method,
      url: maskToken(last.url),
      status: last.status,
      statusText: last.statusText,
      size: exchange.body.length,
      redirects: exchange.hops.length - 1,
    });
    let response: ResponseHead | undefined;
    await runScripts(afterResponse, async () => ({
      ...contextFor('test'),
      request: requestForScript({
        ...sent,
        headers: [...sentHeaders(last), ...sent.headers.filter(({ disabled }) => disabled)],
      }),
      response: (response ??= bodies.add(exchange)),
      cookies: await listCookies(jar, last.url),
    }));
    return exchange;
  };

  try {
    return result(await exchangeAndScripts());
  } catch (error) {
    outcome = signal.aborted ? 'stopped' : worse(outcome, 'error');
    const failure = toFailure(error);
    if (isAnswered) {
      const text = `The request was answered, but its scripts could not be run: ${failure.message}`;
      emit({ type: 'console', level: 'error', text, from: 'outrigger' });
    } else {
      answer({ failure });
    }
    return result();
  }
}

/** What the server got, with what the client has added. */
function sentHeaders({ requestHeaders, url }: HttpHop): HttpField[] {
  const hasHost = requestHeaders.some(({ name }) => name.toLowerCase() === 'host');
  return hasHost ? requestHeaders : [...requestHeaders, { name: 'Host', value: new URL(url).host }];
}

/** The item without the variables of the collection that a script of the run has removed. */
function withoutRemoved(item: LoadedRequest, removed: readonly string[] = []): LoadedRequest {
  const [collection, ...folders] = item.defaults;
  if (removed.length === 0 || !collection?.variables) return item;
  const variables = collection.variables.filter(({ name }) => !removed.includes(name));
  return { ...item, defaults: [{ ...collection, variables }, ...folders] };
}

const order: RunOutcome[] = ['passed', 'failed', 'error', 'timeout', 'stopped'];
export const worse = (a: RunOutcome, b: RunOutcome): RunOutcome => (order.indexOf(b) > order.indexOf(a) ? b : a);
