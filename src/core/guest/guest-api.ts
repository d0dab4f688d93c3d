/**
 * The handlers of a script's calls, one group for each subject. Their parameters have been validated; they may throw.
 */
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import type { CookieJarOnDemand } from '../http/cookies/cookie-jar.ts';
import { lastHop } from '../http/send-options.ts';
import { codedError } from '../../contract/errors.ts';
import type { GuestApi } from '../../contract/scripts/guest-contract.ts';
import { changeScopes } from '../../contract/scripts/script-context.ts';
import { clearCookies, listCookies, removeCookies, setCookie } from '../http/cookies/cookies.ts';
import { abortable } from '../platform/abortable.ts';
import { programGroups } from '../processes/ending/process-groups.ts';
import type { StoppedTime } from '../sandbox-process/sandbox-process.ts';
import { callProgram, type ProgramContext } from '../programs/call/call-program.ts';
import type { GuestEnvironment } from './guest-environment.ts';
import { jsonReply, textReply, utf8Reply } from './guest-replies.ts';
import { createScriptPolicy, type ScriptPolicy } from './policy.ts';
import type { GuestHandlers } from './script-calls.ts';
import { createRequestSender } from './send-script-request.ts';
import { readVerifyOptions } from './verify-options.ts';
import { createWebhookWaits, type WebhookWaits } from './webhook-waits.ts';

/** @param signal aborts when the script ends */
export function createGuestHandlers(environment: GuestEnvironment, signal: AbortSignal): GuestHandlers {
  const { resources, emit, nextCallId, reaper } = environment;
  const policy = createScriptPolicy(resources, environment.runRequest, signal);
  const groups = programGroups(reaper);
  const waits = createWebhookWaits(emit, environment.lendTurn);
  const { runId, ...context } = environment.programs;
  const caller = { runId, ...environment.caller };
  const programs: ProgramContext = { ...context, caller, emit, groups, nextCallId };
  const handlers: HandlerContext = {
    environment,
    policy,
    untilEnd(work) {
      signal.throwIfAborted();
      return abortable(work(), signal);
    },
    signal,
  };
  const sendRequest = createRequestSender(environment, policy);
  const api: GuestApi = {
    'programs.execute': (call) => callProgram(programs, call, { via: 'execute', signal }),
    'programs.executeAsync': (call, sendPiece) =>
      callProgram(programs, call, { via: 'executeAsync', signal, sendPiece }),
    'random.bytes': ({ count }) => textReply(randomBytes(count).toString('base64')),
    'http.send': ({ request, line }) => sendRequest(request, line),
    ...variableHandlers(environment),
    ...cookieHandlers(resources.jar),
    ...workspaceHandlers(handlers),
    ...webhookHandlers(handlers, waits),
  };
  return {
    api,
    end() {
      waits.endAll();
      return groups.endAll();
    },
  };
}

interface HandlerContext {
  environment: GuestEnvironment;
  policy: ScriptPolicy;
  /** Waits for work at most until the script ends. Questions and look-ups continue without the script. */
  untilEnd: <T>(work: () => Promise<T>) => Promise<T>;
  signal: AbortSignal;
}

/** The handlers whose names begin with one of the prefixes. */
type HandlersOf<Prefix extends string> = Pick<GuestApi, Extract<keyof GuestApi, `${Prefix}.${string}`>>;

const variableHandlers = ({ scopes, bodies, resources }: GuestEnvironment): HandlersOf<'scopes' | 'bodies'> => ({
  'scopes.get': ({ scope, name }) => {
    const { values } = scopes[scope];
    return Object.hasOwn(values, name) ? jsonReply(values[name]) : textReply('');
  },
  'scopes.all': ({ scope }) => jsonReply(scopes[scope].values),
  'scopes.secret': async ({ scope, name, value }) => {
    if (!scopes[scope].secrets?.includes(name)) throw codedError('InvalidCall', `${name} is not a secret variable.`);
    resources.onSecret?.(name, value);
    return textReply('');
  },
  'bodies.text': ({ id }) => utf8Reply(bodies.text(id)),
  'bodies.bytes': ({ id }) => textReply(bodies.bytes(id)),
  'bodies.file': async () => jsonReply((await bodies.file?.())?.toString('base64') ?? null),
});

/** Calls take effect in their order, also where a script does not wait for the one before. */
function cookieHandlers(jar: CookieJarOnDemand): HandlersOf<'cookies'> {
  const inTurn = pLimit(1);
  return {
    'cookies.list': ({ url }) => inTurn(async () => jsonReply(await listCookies(jar, url))),
    'cookies.set': ({ url, cookie }) => inTurn(async () => jsonReply(await setCookie(jar, url, cookie))),
    'cookies.unset': ({ url, name }) => inTurn(async () => textReply((await removeCookies(jar, url, name), ''))),
    'cookies.clear': ({ url }) =>
      inTurn(async () => textReply((await (url === undefined ? clearCookies(jar) : removeCookies(jar, url)), ''))),
  };
}

const workspaceHandlers = ({
  environment: { bodies, scopes },
  policy,
  untilEnd,
  signal,
}: HandlerContext): HandlersOf<'files' | 'packages' | 'vault' | 'requests'> => ({
  'files.read': async ({ path }) => textReply(await untilEnd(() => policy.readFile(path))),
  'packages.read': async ({ name }) => jsonReply(await untilEnd(() => policy.readPackage(name))),
  'vault.get': async ({ name }) => jsonReply(await untilEnd(() => policy.vault().get(name, signal))),
  'vault.set': async ({ name, value }) =>
    textReply((await untilEnd(() => policy.vault().set(name, value, signal)), '')),
  'vault.unset': async ({ name }) => textReply((await untilEnd(() => policy.vault().unset(name, signal)), '')),
  'requests.run': async ({ request, variables, changes }) => {
    changeScopes(scopes, changes);
    const exchange = await policy.runRequest({ nameOrId: request, variables });
    // Scripts of Bruno see the address.
    return jsonReply(exchange && { ...bodies.add(exchange), url: lastHop(exchange).url });
  },
});

const webhookHandlers = (
  { environment, policy, untilEnd, signal }: HandlerContext,
  waits: WebhookWaits,
): HandlersOf<'webhooks'> => ({
  'webhooks.list': async (start) => jsonReply(await untilEnd(() => policy.webhooks().list(start))),
  'webhooks.next': async (params) =>
    jsonReply(
      await untilEnd(() =>
        withStoppedTime(environment.stopped?.(), params.wait?.began, () =>
          waits.during(params, () => policy.webhooks().next(params, signal)),
        ),
      ),
    ),
  'webhooks.waited': ({ id }) => (waits.end(id), textReply('')),
  'webhooks.verify': async ({ id, options }) =>
    jsonReply(await untilEnd(() => policy.webhooks().verify(id, readVerifyOptions(options)))),
  'webhooks.url': async () => textReply(await untilEnd(() => policy.webhooks().url())),
});

/** Extends a wait by the time in which a debugger had stopped the script, and answers it when the script continues. */
async function withStoppedTime<T extends object>(
  stopped: StoppedTime | undefined,
  startMs = Date.now(),
  wait: () => Promise<T>,
): Promise<T & { stoppedMs?: number }> {
  const result = await wait();
  if (!stopped) return result;
  await stopped.running();
  return { ...result, stoppedMs: stopped.msSince(startMs) };
}
