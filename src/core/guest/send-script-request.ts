/** Sends the requests of a script (`pm.sendRequest`), and reports each as an event of the run. */
import { codedError, toFailure } from '../../contract/errors.ts';
import { visibleBeginning } from '../../contract/visible-text.ts';
import { MAX_HEADERS } from '../../contract/scripts/guest-operations.ts';
import type { GuestReply } from '../../contract/scripts/to-guest.ts';
import { authorize } from '../http/auth/add-auth.ts';
import type { HttpRequest } from '../../contract/http/http.ts';
import { listCookies } from '../http/cookies/cookies.ts';
import { lastHop } from '../http/send-options.ts';
import { fillPathParams } from '../http/path-params.ts';
import { fromPostmanAuth } from '../http/postman/postman-auth.ts';
import { fromPostman } from '../http/postman/postman-request.ts';
import { maskToken } from '../platform/secrets/mask-token.ts';
import type { GuestEnvironment } from './guest-environment.ts';
import { jsonReply } from './guest-replies.ts';
import { markSecretHeaders } from './secret-headers.ts';
import type { ScriptPolicy } from './policy.ts';

type Emit = GuestEnvironment['emit'];

interface SendOutcome {
  status?: number;
  failure?: string;
  exchange?: number | undefined;
}

/** @returns a function that sends a request in Postman's form; `line` is the line of the script that sends it */
export function createRequestSender({ resources, bodies, emit, scopes }: GuestEnvironment, policy: ScriptPolicy) {
  const { http, tokens, exchanges } = resources;
  const onWarning = (text: string) => emit({ type: 'console', level: 'warn', text, from: 'outrigger' });

  return async (request: unknown, line: number | undefined): Promise<GuestReply> => {
    const auth = fromPostmanAuth((request as { auth?: unknown } | null)?.auth);
    let sent = markSecretHeaders(fillPathParams(fromPostman(request)), scopes, resources.vault);
    if (sent.headers.length > MAX_HEADERS) {
      throw codedError('InvalidRequest', `The request has more than ${MAX_HEADERS} headers.`);
    }
    const startMs = performance.now();
    try {
      const options = { ...policy.sendOptions(), ...optionsOfBruno(request) };
      const { connection, jar } = options;
      // `openBrowser` is absent: a request of a script must not ask a person to sign in.
      const oauth2 = { http, send: { connection, jar }, tokens };
      const chosenAuth = auth === 'none' ? undefined : auth;
      const authorized = await authorize(sent, chosenAuth, { oauth2, onWarning, signal: options.signal });
      sent = authorized.request;
      checkServer(sent.url);
      const exchange = await http.send(sent, { ...options, auth: authorized.hopAuth, onWarning });
      const head = bodies.add(exchange);
      const outcome = { status: head.code, exchange: exchanges?.addScriptRequest(sent, exchange) };
      report(emit, { sent, startMs, line, outcome });
      const cookies = await listCookies(resources.jar, lastHop(exchange).url);
      return await jsonReply(cookies.length > 0 ? { ...head, cookies } : head);
    } catch (error) {
      const outcome = { failure: toFailure(error).message, exchange: exchanges?.addScriptRequest(sent) };
      report(emit, { sent, startMs, line, outcome });
      throw error;
    }
  };
}

/**
 * As in Postman, the address of a script's request is sent as it is written.
 * @throws InvalidRequest for a variable in the name of the server, also where the variable has a value
 */
function checkServer(url: string): void {
  const name = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#{]*\{\{([^{}]*)\}\}/i.exec(url)?.[1];
  if (name === undefined) return;
  const variable = visibleBeginning(name, 200);
  throw codedError(
    'InvalidRequest',
    `The address has {{${variable}}}, and the requests of a script are sent as they are written.`,
    'Write pm.variables.replaceIn(address).',
  );
}

/** A request of Bruno's `bru.sendRequest` may follow no redirects, and sends and keeps no cookies. */
function optionsOfBruno(request: unknown): { maxRedirects?: 0; jar?: undefined } {
  const { maxRedirects, cookies } = (request ?? {}) as { maxRedirects?: unknown; cookies?: unknown };
  return { ...(maxRedirects === 0 ? { maxRedirects } : {}), ...(cookies === false ? { jar: undefined } : {}) };
}

interface SentRequest {
  sent: HttpRequest;
  /** In the clock of `performance.now()`. */
  startMs: number;
  line: number | undefined;
  outcome: SendOutcome;
}

function report(emit: Emit, { sent, startMs, line, outcome }: SentRequest): void {
  emit({
    type: 'script.request',
    method: sent.method,
    url: maskToken(sent.url),
    durationMs: performance.now() - startMs,
    ...outcome,
    ...(line ? { line } : {}),
  });
}
