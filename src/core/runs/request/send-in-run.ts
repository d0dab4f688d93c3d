/** Fills in the variables of a request, adds its auth and sends it. */
import type { HttpRequest } from '../../../contract/http/http.ts';
import { authOf } from '../../collection/variables/inherit.ts';
import { fillIn } from '../../collection/variables/resolve.ts';
import { markSecretHeaders } from '../../guest/secret-headers.ts';
import { authorize } from '../../http/auth/add-auth.ts';
import type { HttpExchange } from '../../http/http-client.ts';
import { fillPathParams } from '../../http/path-params.ts';
import { liveEvents } from './live-response.ts';
import type { RequestJob } from './request-job.ts';
import {
  addressLikeBruno,
  afterAuth,
  authLikeBruno,
  beforeAuth,
  keepTokenMembers,
  BRUNO_REDIRECTS,
  headersLikeBruno,
  setQueryLikeBruno,
  settingsLikeBruno,
  withFormText,
  withODataParams,
} from './sent-like-bruno.ts';
import { withChanges, settingsForSending } from './settings-for-sending.ts';

type Authorized = Awaited<ReturnType<typeof authorize>>;

/** Sets the request of the job to the one that was sent. @throws the error that kept it from being sent or answered */
export async function sendInRun(job: RequestJob): Promise<{ sent: HttpRequest; exchange: HttpExchange }> {
  const { item, definition, scopes, dependencies, run, signal, state } = job;
  const { jar, http, connection, tokens, openBrowser, vault } = dependencies.resources;
  const warn = (text: string) => run.emit({ type: 'console', level: 'warn', text, from: 'outrigger' });
  const unfilledAuth = authOf(item, state.ownAuth);
  // Blanks at the end of an address come from copying; those of a variable are part of its value.
  const request = { ...state.request, url: state.request.url.trimEnd() };
  const { filled, warnings } = await fillIn({ auth: unfilledAuth, request }, scopes, {
    likeBruno: item.bruno !== undefined,
    secretOf: item.bruno ? undefined : (name) => vault?.getForRequest?.(name, signal),
  });
  const auth = item.bruno ? authLikeBruno(filled.auth) : filled.auth;
  const withSecrets = markSecretHeaders(filled.request, scopes, vault);
  const filledRequest = item.bruno ? withFormText(withSecrets, request) : withSecrets;
  state.sentAuth = auth;
  state.sentPathParams = filledRequest.pathParams;
  const withPath = item.bruno
    ? fillPathParams(withODataParams(filledRequest), { likeBruno: true })
    : fillPathParams(filledRequest);
  state.request = item.bruno ? beforeAuth(withPath, definition.settings(), warn) : withPath;
  for (const text of warnings) warn(text);
  const settings = sendSettings(job);
  // Bruno sends no cookies to a token endpoint, and keeps none of it.
  const jarOfTokens = item.bruno ? undefined : jar;
  const toToken = { connection, jar: jarOfTokens, timeoutMs: settings.timeoutMs };
  const oauth2 = { http, send: toToken, tokens, openBrowser };
  const isInherited = !item.bruno && item.defaults.some((level) => level.auth === unfilledAuth);
  const inherited = isInherited ? unfilledAuth : undefined;
  const { omitFailedAuth } = settings.settings ?? {};
  const authorized = await authorize(state.request, auth, {
    oauth2,
    onWarning: warn,
    signal,
    inherited,
    omitFailedAuth,
    onToken: item.bruno ? (members, { tokenConfig }) => keepTokenMembers(scopes, members, tokenConfig?.id) : undefined,
    setQuery: item.bruno ? setQueryLikeBruno : undefined,
  });
  state.request = item.bruno ? afterAuth(authorized.request, auth) : authorized.request;
  const sending = { ...authorized, request: state.request };
  return { sent: state.request, exchange: await sendAndLog(job, sending, settings, warn) };
}

/** The settings of the request's file, of its scripts and of the run. */
function sendSettings({ item, definition, dependencies, settings, state }: RequestJob) {
  const { jar, connection } = dependencies.resources;
  const { changedSettings } = state;
  const itemSettings = item.bruno ? settingsLikeBruno(definition.settings()) : definition.settings();
  const options = settingsForSending(withChanges(itemSettings, changedSettings), { jar, connection });
  options.timeoutMs = (changedSettings.timeoutMs ?? settings.timeoutMs ?? options.timeoutMs) || undefined;
  if (item.bruno) {
    options.maxRedirects ??= BRUNO_REDIRECTS;
    options.likeBruno = true;
  }
  return options;
}

async function sendAndLog(
  job: RequestJob,
  { request: sent, hopAuth }: Authorized,
  sendOptions: ReturnType<typeof sendSettings>,
  onWarning: (text: string) => void,
): Promise<HttpExchange> {
  const { item, dependencies, run, signal, settings } = job;
  const { http, folder, bodyFiles, exchanges } = dependencies.resources;
  const record = (exchange?: HttpExchange) => {
    if (run.number !== undefined) exchanges?.addRequest(run.number, sent, exchange);
  };
  const live = settings.live ? liveEvents(run.emit) : undefined;
  try {
    const wireRequest = item.bruno
      ? { ...sent, url: addressLikeBruno(sent.url), headers: headersLikeBruno(sent.headers) }
      : sent;
    const exchange = await http.send(wireRequest, {
      ...sendOptions,
      bodyFiles,
      folder,
      auth: hopAuth,
      onWarning,
      signal,
      ...live?.options,
    });
    record(exchange);
    return exchange;
  } catch (error) {
    record();
    throw error;
  } finally {
    live?.end();
  }
}
