/** Fills in the variables of a request, adds its auth and sends it. */
import type { HttpRequest } from '../../../contract/http/http.ts';
import { authOf, settingsOf } from '../../collection/variables/inherit.ts';
import { createResolver, loadDynamic } from '../../collection/variables/resolve.ts';
import { authorize } from '../../http/auth/add-auth.ts';
import type { HttpExchange } from '../../http/http-client.ts';
import { fillPathParams } from '../../http/path-params.ts';
import { liveEvents } from './live-answer.ts';
import type { RequestJob } from './request-job.ts';
import { afterAuth, beforeAuth, BRUNO_REDIRECTS, withODataParams } from './sent-like-bruno.ts';
import { inFile, settingsForSending } from './settings-for-sending.ts';

type Authorized = Awaited<ReturnType<typeof authorize>>;

/** Sets the request of the job to the one that was sent. @throws the error that kept it from being sent or answered */
export async function sendInRun(job: RequestJob): Promise<{ sent: HttpRequest; exchange: HttpExchange }> {
  const { item, scopes, dependencies, run, signal, state } = job;
  const { jar, http, connection, tokens, openBrowser } = dependencies.resources;
  const warn = (text: string) => run.emit({ type: 'console', level: 'warn', text, from: 'outrigger' });
  const resolver = createResolver(scopes, await loadDynamic(state.request), { listsAsJson: item.bruno !== undefined });
  const auth = resolver.fill(authOf(item, state.ownAuth));
  // Blanks at the end of an address come from copying; those of a variable are part of its value.
  const filled = resolver.fill({ ...state.request, url: state.request.url.trimEnd() });
  state.sentPathParams = filled.pathParams;
  const withPath = fillPathParams(item.bruno ? withODataParams(filled) : filled);
  state.request = item.bruno ? beforeAuth(withPath, settingsOf(item)) : withPath;
  for (const text of resolver.warnings()) warn(text);
  const oauth2 = { http, send: { connection, jar }, tokens, openBrowser };
  const authorized = await authorize(state.request, auth, { oauth2, onWarning: warn, signal });
  state.request = item.bruno ? afterAuth(authorized.request) : authorized.request;
  const sending = { ...authorized, request: state.request };
  return { sent: state.request, exchange: await exchangeFor(job, sending, warn) };
}

async function exchangeFor(
  { item, dependencies, run, signal, settings, state }: RequestJob,
  { request: sent, hopAuth }: Authorized,
  onWarning: (text: string) => void,
): Promise<HttpExchange> {
  const { jar, http, folder, bodyFiles, connection, exchanges } = dependencies.resources;
  const { changedSettings } = state;
  const record = (exchange?: HttpExchange) => {
    if (run.number !== undefined) exchanges?.addRequest(run.number, sent, exchange);
  };
  const settingsOfItem = { ...settingsOf(item), ...inFile(changedSettings) };
  const fromSettings = settingsForSending(settingsOfItem, { jar, connection });
  const redirects = item.bruno ? { maxRedirects: BRUNO_REDIRECTS, answersWithRedirect: true } : {};
  const live = settings.live ? liveEvents(run.emit) : undefined;
  try {
    const exchange = await http.send(sent, {
      ...redirects,
      ...fromSettings,
      bodyFiles,
      timeoutMs: (changedSettings.timeoutMs ?? settings.timeoutMs ?? fromSettings.timeoutMs) || undefined,
      ...(folder ? { folder } : {}),
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
