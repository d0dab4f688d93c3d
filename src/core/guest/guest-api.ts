/** The handlers of a script's calls, in order of what they touch. Their parameters have been checked; errors may be thrown. */
import { randomBytes } from 'node:crypto';
import { toFailure } from '../../contract/errors.ts';
import type { GuestApi } from '../../contract/guest-contract.ts';
import type { RunEventBody } from '../../contract/run-event.ts';
import type { ScopeStates } from '../../contract/script-context.ts';
import type { GuestReply } from '../../contract/to-guest.ts';
import { listCookies, removeCookies, setCookie } from '../http/cookies.ts';
import { authorize } from '../http/auth/add-auth.ts';
import { fillPathParams } from '../http/path-params.ts';
import { fromPostmanAuth } from '../http/postman-auth.ts';
import { fromPostman } from '../http/postman-request.ts';
import { abortable } from '../platform/abortable.ts';
import { maskToken } from '../platform/mask-token.ts';
import { programGroups } from '../processes/process-groups.ts';
import type { Reaper } from '../processes/reaper.ts';
import type { StoppedTime } from '../sandbox-process/sandbox-process.ts';
import { callProgram, type ProgramContext } from '../programs/call/call-program.ts';
import type { Bodies } from './bodies.ts';
import { createScriptPolicy } from './policy.ts';
import type { GuestResources, RunOtherRequest } from './resources.ts';
import type { GuestHandlers } from './script-calls.ts';
import { readVerifyOptions } from './verify-options.ts';
import { createWebhookWaits } from './webhook-waits.ts';

/** Numbers the calls of programs, over all scripts of a run. */
export type NextCallId = () => number;

export interface GuestEnvironment {
  resources: GuestResources;
  programs: Omit<ProgramContext, 'emit' | 'groups' | 'nextCallId'>;
  reaper: Reaper;
  scopes: ScopeStates;
  bodies: Bodies;
  runRequest?: RunOtherRequest | undefined;
  emit: (event: RunEventBody) => void;
  nextCallId: NextCallId;
  /** Where the script is debugged: the time in which it was stopped. */
  stopped?: (() => StoppedTime | undefined) | undefined;
}

const ok = (value: string): Promise<GuestReply> => Promise.resolve({ ok: true, value });
const json = (value: unknown): Promise<GuestReply> => ok(JSON.stringify(value) ?? '');

/** @param signal aborts when the script ends */
export function createGuestHandlers(environment: GuestEnvironment, signal: AbortSignal): GuestHandlers {
  const { resources, scopes, bodies, emit, nextCallId, reaper } = environment;
  const { http, jar } = resources;
  const policy = createScriptPolicy(resources, environment.runRequest, signal);
  const groups = programGroups(reaper);
  const waits = createWebhookWaits(emit);
  const programs: ProgramContext = { ...environment.programs, emit, groups, nextCallId };

  async function send(request: unknown, line: number | undefined): Promise<GuestReply> {
    const auth = fromPostmanAuth((request as { auth?: unknown } | null)?.auth);
    let sent = fillPathParams(fromPostman(request));
    const began = performance.now();
    const report = (outcome: { status?: number; failure?: string; exchange?: number | undefined }) =>
      emit({
        type: 'script.request',
        method: sent.method,
        url: maskToken(sent.url),
        durationMs: performance.now() - began,
        ...outcome,
        ...(line ? { line } : {}),
      });
    const onWarning = (text: string) => emit({ type: 'console', level: 'warn', text, from: 'outrigger' });
    try {
      const options = policy.sendOptions();
      const { connection, jar } = options;
      // Without `openBrowser`: a request of a script must not ask a person to sign in.
      const oauth2 = { http, send: { connection, jar }, tokens: resources.tokens };
      const chosenAuth = auth === 'none' ? undefined : auth;
      const authorized = await authorize(sent, chosenAuth, { oauth2, onWarning, signal: options.signal });
      sent = authorized.request;
      const exchange = await http.send(sent, { ...options, auth: authorized.hopAuth, onWarning });
      const head = bodies.add(exchange);
      report({ status: head.code, exchange: resources.exchanges?.addScriptRequest(sent, exchange) });
      return await json(head);
    } catch (error) {
      report({ failure: toFailure(error).message, exchange: resources.exchanges?.addScriptRequest(sent) });
      throw error;
    }
  }

  /** The end of a script does not wait for questions and look-ups that go on by themselves. */
  const untilEnd = <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return abortable(work(), signal);
  };

  const api: GuestApi = {
    'programs.execute': (call) => callProgram(programs, 'execute', call, signal),
    'programs.executeAsync': (call, sendPiece) => callProgram(programs, 'executeAsync', call, signal, sendPiece),
    'scopes.get': ({ scope, name }) => {
      const { values } = scopes[scope];
      return Object.hasOwn(values, name) ? json(values[name]) : ok('');
    },
    'scopes.all': ({ scope }) => json(scopes[scope].values),
    'bodies.text': ({ id }) => ok(bodies.text(id)),
    'bodies.bytes': ({ id }) => ok(bodies.bytes(id)),
    'random.bytes': ({ count }) => ok(randomBytes(count).toString('base64')),
    'files.read': async ({ path }) => ok(await untilEnd(() => policy.readFile(path))),
    'packages.read': async ({ name }) => json(await untilEnd(() => policy.readPackage(name))),
    'http.send': ({ request, line }) => send(request, line),
    'cookies.list': async ({ url }) => json(await listCookies(jar, url)),
    'cookies.set': async ({ url, cookie }) => json(await setCookie(jar, url, cookie)),
    'cookies.unset': async ({ url, name }) => ok((await removeCookies(jar, url, name), '')),
    'cookies.clear': async ({ url }) => ok((await removeCookies(jar, url), '')),
    'vault.get': async ({ name }) => json(await untilEnd(() => policy.vault().get(name, signal))),
    'vault.set': async ({ name, value }) => ok((await untilEnd(() => policy.vault().set(name, value, signal)), '')),
    'vault.unset': async ({ name }) => ok((await untilEnd(() => policy.vault().unset(name, signal)), '')),
    'webhooks.list': async (start) => json(await untilEnd(() => policy.webhooks().list(start))),
    'webhooks.next': async (params) =>
      json(
        await untilEnd(() =>
          withStoppedTime(environment.stopped?.(), params.wait?.began, () =>
            waits.during(params, () => policy.webhooks().next(params, signal)),
          ),
        ),
      ),
    'webhooks.waited': ({ id }) => (waits.end(id), ok('')),
    'webhooks.verify': async ({ id, options }) =>
      json(await untilEnd(() => policy.webhooks().verify(id, readVerifyOptions(options)))),
    'webhooks.url': async () => ok(await untilEnd(() => policy.webhooks().url())),
    'requests.run': async ({ request, variables }) => {
      const exchange = await policy.runRequest(request, variables);
      return json(exchange && bodies.add(exchange));
    },
  };
  return {
    api,
    end() {
      waits.endAll();
      return groups.endAll();
    },
  };
}

/** A wait of a script that a debugger has stopped is answered when the script goes on, with the time it was stopped. */
async function withStoppedTime<T extends object>(
  stopped: StoppedTime | undefined,
  began = Date.now(),
  wait: () => Promise<T>,
): Promise<T & { stoppedMs?: number }> {
  const result = await wait();
  if (!stopped) return result;
  await stopped.running();
  return { ...result, stoppedMs: stopped.msSince(began) };
}
