/** Runs the scripts of one request, each with the state at the end of the previous one. */
import type { HttpHop, HttpRequest } from '../../../contract/http/http.ts';
import {
  changeScopes,
  type RequestSettingsOfScript,
  type ScriptContext,
} from '../../../contract/scripts/script-context.ts';
import { withDescriptions } from '../../collection/format/descriptions.ts';
import { authOf } from '../../collection/variables/inherit.ts';
import type { Bodies } from '../../guest/bodies.ts';
import { readBodyFile } from '../../http/body/body-files.ts';
import { addressAsSent } from '../../http/address.ts';
import { toPostmanAuth } from '../../http/postman/postman-auth.ts';
import { fromPostman, toPostman } from '../../http/postman/postman-request.ts';
import { executeScript } from '../script/execute-script.ts';
import { worse, type RequestJob } from './request-job.ts';
import { authAfterScript, authForScript } from './script-auth.ts';
import type { PlacedScript, ScriptKind } from './scripts-of-request.ts';
import type { SentHeader } from './sent-headers.ts';
import { authHeaderOf } from './sent-like-bruno.ts';
import { scriptSettings } from './settings-for-sending.ts';

/** The value of `pm.request` in a script. */
export const requestForScript = (job: RequestJob, request: HttpRequest, { isSent = false } = {}) => ({
  ...withDescriptions(toPostman(request), descriptionsOf(job), { isSent }),
  ...authForScript(job.state.ownAuth),
  ...(typeof job.item.request.docs === 'string' ? { description: job.item.request.docs } : {}),
});

/** Bruno's scripts see no descriptions. */
const descriptionsOf = ({ item, definition }: RequestJob) => (item.bruno ? undefined : definition.fieldDescriptions());

/**
 * The value of `pm.request` in a script after the response: as in Postman, the address and the auth that were sent,
 * without the parameters that are switched off.
 * @param sent.hop the first one of the exchange
 */
export function sentRequestForScript(
  job: RequestJob,
  request: HttpRequest,
  { hop, headers }: { hop: HttpHop; headers: SentHeader[] },
): ReturnType<typeof requestForScript> {
  const { item, definition, state } = job;
  if (item.bruno) return requestForScript(job, { ...request, headers });
  // Most addresses are sent as they are written, and parsing one takes long.
  const url =
    request.url === hop.url
      ? request.url
      : addressAsSent(request.url, { encodeUrl: definition.settings().encodeUrl ?? true });
  const auth = state.sentAuth && { auth: toPostmanAuth(state.sentAuth) };
  const { disabledQuery: _notSent, ...sent } = request;
  return { ...requestForScript(job, { ...sent, url, headers }, { isSent: true }), ...auth };
}

/** Bruno reads the timeout of the file when it sends the request: scripts before do not see it. */
function fileSettings({ item, definition }: RequestJob, eventName: 'prerequest' | 'test'): RequestSettingsOfScript {
  const settings = scriptSettings(definition.settings());
  if (item.bruno && eventName === 'prerequest') delete settings.timeoutMs;
  return settings;
}

export function scriptContext(
  job: RequestJob,
  eventName: 'prerequest' | 'test',
  request: ReturnType<typeof requestForScript>,
): ScriptContext {
  const { item, definition, scopes, settings, dependencies, state } = job;
  const auth = authOf(item, state.ownAuth);
  return {
    info: {
      eventName,
      iteration: settings.iteration ?? 0,
      iterationCount: settings.iterationCount ?? 1,
      requestName: item.name,
      requestId: item.request.info?.id ?? item.id,
    },
    location: item.path,
    scopes,
    request,
    requestFile: {
      tags: definition.tags(),
      auth: auth?.type ?? 'none',
      authHeader: item.bruno && eventName === 'prerequest' ? authHeaderOf(auth) : undefined,
      pathParams: state.sentPathParams ?? state.request.pathParams ?? [],
      folder: item.bruno && dependencies.resources.folder,
      variables: item.bruno && definition.variables(),
    },
    carried: state.carried,
    requestSettings: { ...fileSettings(job, eventName), ...state.changedSettings },
    cookies: [],
  };
}

/** @returns whether the request continues */
export async function runScripts(
  job: RequestJob,
  scripts: readonly PlacedScript[],
  context: () => Promise<ScriptContext>,
): Promise<boolean> {
  const { item, settings, dependencies, run, signal, state } = job;
  let failedKind: ScriptKind | undefined;
  for (const { title, name, code, place, owner } of scripts) {
    if (title === failedKind) continue;
    const bodies = bodiesOf(job);
    const requestContext = await context();
    const contextOfScript = owner === undefined ? requestContext : { ...requestContext, scriptOwner: owner };
    const script = { name, source: code, place, context: contextOfScript, bodies, timeoutMs: settings.scriptTimeoutMs };
    const { outcome, scriptEnd } = await executeScript(script, dependencies, run, signal);
    if (scriptEnd) applyScriptEnd(job, scriptEnd);
    state.outcome = worse(state.outcome, outcome);
    if (outcome === 'stopped' || state.skipped) return false;
    const hasFailed = outcome === 'error' || outcome === 'timeout';
    // If a pre-request script fails, the request is not sent; later scripts are independent of each other.
    if (hasFailed && title === 'before-request') return false;
    // Bruno joins the scripts of one kind into a single one.
    if (hasFailed && item.bruno && (title === 'after-response' || title === 'tests')) failedKind = title;
  }
  return true;
}

/** Scripts of Bruno read the file of a body. */
function bodiesOf({ item, state, dependencies, bodies }: RequestJob): Bodies {
  const { body } = state.request;
  if (!item.bruno || body?.mode !== 'file') return bodies;
  return { ...bodies, file: () => readBodyFile(body.path, dependencies.resources.bodyFiles) };
}

type ScriptEnd = NonNullable<Awaited<ReturnType<typeof executeScript>>['scriptEnd']>;

function applyScriptEnd({ scopes, state }: RequestJob, scriptEnd: ScriptEnd): void {
  changeScopes(scopes, scriptEnd.scopes);
  if (scriptEnd.request) {
    state.request = fromPostman(scriptEnd.request);
    state.ownAuth = authAfterScript(state.ownAuth, scriptEnd.request);
  }
  if (scriptEnd.requestSettings) Object.assign(state.changedSettings, scriptEnd.requestSettings);
  if (scriptEnd.carried) Object.assign(state.carried, scriptEnd.carried);
  if (scriptEnd.nextRequest !== undefined) state.next = scriptEnd.nextRequest;
  if (scriptEnd.skipRequest) state.skipped = true;
}
