/**
 * Runs one request of a collection: pre-request scripts from the collection down, variables, sending, post-response
 * scripts. Everything that happens is an event of the run.
 */
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { HttpRequest } from '../../../contract/http/http.ts';
import type { RunEventOf, RunOutcome } from '../../../contract/runs/run-event.ts';
import type { ResponseHead } from '../../../contract/scripts/script-context.ts';
import { authOf, ownAuthOf } from '../../collection/variables/inherit.ts';
import { createBodies } from '../../guest/bodies.ts';
import { listCookies } from '../../http/cookies/cookies.ts';
import type { HttpExchange } from '../../http/http-client.ts';
import { lastHop } from '../../http/send-options.ts';
import { maskToken } from '../../platform/secrets/mask-token.ts';
import { createCollectionScope } from './collection-scope.ts';
import type { RunDependencies } from '../script/execute-script.ts';
import { promptsIn, promptsText } from './prompt-variables.ts';
import { worse, type RequestJob } from './request-job.ts';
import { requestForScript, runScripts, scriptContext, sentRequestForScript } from './request-scripts.ts';
import { sentHeaders, type SentHeader } from './sent-headers.ts';
import { sendInRun } from './send-in-run.ts';
import { sentHeadersLikeBruno } from './sent-like-bruno.ts';

export { worse, type RequestSettings } from './request-job.ts';

export interface RequestResult {
  outcome: RunOutcome;
  /** The response, unless the request was skipped or failed. */
  exchange?: HttpExchange;
  skipped: boolean;
  /** Why the request could not be sent, or got no response. */
  error?: Error;
  /** The argument of the last pm.execution.setNextRequest; null ends the run. */
  next?: string | null;
}

export type RequestOptions = Pick<
  RequestJob,
  'item' | 'definition' | 'scopes' | 'dependencies' | 'run' | 'signal' | 'settings'
>;

/** Changes `scopes` as the scripts do. Never rejects. */
export async function runRequest(options: RequestOptions): Promise<RequestResult> {
  const { item, scopes, signal, settings } = options;
  const { emit } = options.run;
  const state: RequestJob['state'] = {
    request: { method: 'GET', url: '', headers: [] },
    ownAuth: ownAuthOf(item),
    changedSettings: {},
    carried: {},
    outcome: 'passed',
    skipped: false,
    next: undefined,
  };
  const dependencies = withWebhooksOfRequest(options.dependencies);
  const job: RequestJob = { ...options, dependencies, bodies: createBodies(), state };
  const collectionScope = createCollectionScope(job, scopes);
  const answeredEvent = createAnsweredEvent(job);
  emit({ type: 'request.started', id: item.id, name: item.name, path: item.path, iteration: settings.iteration ?? 0 });

  let exchange: HttpExchange | undefined;
  let sendError: Error | undefined;
  try {
    exchange = await sendAndRunScripts(job, collectionScope, answeredEvent);
  } catch (error) {
    if (error instanceof Error) sendError = error;
    state.outcome = signal.aborted ? 'stopped' : worse(state.outcome, 'error');
    const failure = toFailure(error);
    if (answeredEvent.isSent()) {
      const text = `The request was answered, but its scripts could not be run: ${failure.message}`;
      emit({ type: 'console', level: 'error', text, from: 'outrigger' });
    } else {
      answeredEvent.send({ failure });
    }
  }
  collectionScope.end();
  const { outcome, skipped, next } = state;
  emit({ type: 'request.finished', ...(outcome === 'stopped' ? { stopped: true } : {}) });
  return {
    outcome,
    skipped,
    ...(exchange ? { exchange } : {}),
    ...(sendError ? { error: sendError } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** The request's scripts get the notifications since its beginning. */
function withWebhooksOfRequest(dependencies: RunDependencies): RunDependencies {
  const { resources } = dependencies;
  if (!resources.webhooks) return dependencies;
  return { ...dependencies, resources: { ...resources, webhooks: resources.webhooks.forRequest() } };
}

/** @returns undefined when the request was not sent, because it was skipped or a pre-request script has failed */
async function sendAndRunScripts(
  job: RequestJob,
  collectionScope: ReturnType<typeof createCollectionScope>,
  answeredEvent: ReturnType<typeof createAnsweredEvent>,
): Promise<HttpExchange | undefined> {
  const { item, state } = job;
  if (item.damaged !== undefined) throw codedError('CollectionDamaged', item.damaged);
  state.request = job.definition.request();
  collectionScope.begin();
  state.skipped = item.bruno !== undefined && asksForValues(job);
  const goesOn =
    !state.skipped &&
    (await runScripts(job, job.definition.scriptsBefore(), () =>
      Promise.resolve(scriptContext(job, 'prerequest', requestForScript(job, state.request))),
    ));
  if (state.skipped) {
    answeredEvent.send({ skipped: true, durationMs: 0 });
    return undefined;
  }
  if (!goesOn || (job.settings.bail && state.outcome !== 'passed')) return undefined;
  answeredEvent.begin();
  const { sent, exchange } = await sendInRun(job);
  const last = lastHop(exchange);
  answeredEvent.send({
    method: last.method,
    url: maskToken(last.url),
    status: last.status,
    statusText: last.statusText,
    size: exchange.body.length,
    redirects: exchange.hops.length - 1,
  });
  await runScriptsAfter(job, sent, exchange);
  return exchange;
}

function asksForValues({ item, scopes, run, state }: RequestJob): boolean {
  const names = promptsIn([state.request, authOf(item, state.ownAuth)], scopes);
  if (names.length > 0) run.emit({ type: 'console', level: 'warn', text: promptsText(names), from: 'outrigger' });
  return names.length > 0;
}

async function runScriptsAfter(job: RequestJob, sent: HttpRequest, exchange: HttpExchange): Promise<void> {
  const [hop] = exchange.hops;
  const last = lastHop(exchange);
  const { jar } = job.dependencies.resources;
  // Not before a script needs them, because most requests of a load have none.
  const findHeaders = () => (job.item.bruno ? sentHeadersLikeBruno(sent, hop) : sentHeaders(sent, last));
  let headers: SentHeader[] | undefined;
  let response: ResponseHead | undefined;
  await runScripts(job, job.definition.scriptsAfter(), async () => {
    const request = sentRequestForScript(job, sent, { hop, headers: (headers ??= findHeaders()) });
    const context = scriptContext(job, 'test', request);
    context.response = response ??= job.bodies.add(exchange);
    if (jar.mayHaveCookies()) context.cookies = await listCookies(jar, last.url);
    return context;
  });
}

/** Makes the event that ends the exchange, with the time since `begin`. */
function createAnsweredEvent({ item, run, state }: RequestJob) {
  let startedAt = performance.now();
  let isSent = false;
  return {
    begin: () => void (startedAt = performance.now()),
    isSent: () => isSent,
    send(event: Partial<RunEventOf<'request.answered'>>): void {
      isSent = true;
      const { method } = state.request;
      const url = event.url ?? maskToken(state.request.url);
      const durationMs = performance.now() - startedAt;
      run.emit({ type: 'request.answered', name: item.name, method, redirects: 0, durationMs, ...event, url });
    },
  };
}
