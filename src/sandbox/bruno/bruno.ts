/**
 * The globals of scripts written for Bruno: `bru`, `req`, `res`, `test`, `expect`, `assert`. Their classes are Bruno's;
 * this file connects them with the scopes, the request and the response of the script. It is a chunk of its own, loaded
 * when a script first uses one of the globals.
 */
import Bru from '@usebruno/js/src/bru.js';
import BrunoRequest from '@usebruno/js/src/bruno-request.js';
import BrunoResponse from '@usebruno/js/src/bruno-response.js';
import CookieList from '@usebruno/js/src/cookie-list.js';
import { missingOfBruno, unusedOfBruno } from '../../contract/scripts/bruno-missing.ts';
import type { GuestContext } from '../../contract/scripts/to-guest.ts';
import type { Channel, Fields } from '../channel.ts';
import { describeError } from '../describe-error.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { PlainError, toText } from '../primordials.ts';
import type { createExpect, Expect } from '../pm/expect.ts';
import type { Scopes } from '../pm/variables/scopes.ts';
import type { Tests } from '../pm/tests.ts';
import { createAxios, createBrunoHttp, parseBody } from './bruno-http.ts';
import { createFetch } from './bruno-fetch.ts';
import { BrunoFormData } from './bruno-form-data.ts';
import { tableHtml } from './bruno-table.ts';
import type { AssertionResult, createChecks } from './bruno-checks.ts';
import { interpolateBy } from './bruno-host.ts';
import { createRequestData, type BrunoRequestData, type BytesOfBody } from './bruno-request.ts';
import { responseData, toCarried } from './bruno-response.ts';
import { createBrunoVariables } from './bruno-variables.ts';

export interface BrunoParts {
  channel: Channel;
  libraries: Libraries;
  scopes: Scopes;
  tests: Tests;
  context: GuestContext;
  createExpect: typeof createExpect;
}
/** The chunk with chai, which takes longer to evaluate than everything else of Bruno. */
interface ChecksChunk {
  expect: Expect;
  assert: unknown;
  createChecks: typeof createChecks;
}
export interface BrunoRuntime {
  globals: Record<string, unknown>;
  /** Modules for `require`. */
  modules: { axios: unknown; fetch: unknown; formData: unknown };
  /** The fields of `done` that the script has changed through these globals. */
  endState(): Fields;
}

/** Values that the scripts of a request pass on to its later scripts. */
interface CarriedByBruno {
  /** The value set by `res.setBody`. */
  body?: string;
  assertions?: AssertionResult[];
}

export function createBruno(parts: BrunoParts): BrunoRuntime {
  const { channel, libraries, scopes, tests, context } = parts;
  const variables = createBrunoVariables(scopes, context.requestFile);
  const interpolate = createInterpolate(scopes);
  interpolateBy(interpolate);
  const bytes = bytesBy(libraries, channel);
  const http = createBrunoHttp({ channel, interpolate, scopes, bytes });
  const changes: Fields = {};
  const memory = (context.carried?.['bruno'] ?? {}) as CarriedByBruno;
  const testCalls = createBrunoTests(tests);

  const { request, changedFields } = createRequestData(context, bytes);
  const parse = context.requestSettings?.parsesJson === false ? (text: string) => text : parseBody;
  const response =
    context.response &&
    responseData(context.response, { address: request.url, parse, channel, libraries, carried: memory.body });
  const dataBefore = response?.['data'];

  const { warn } = channel;
  const bru = createBru(bruOptions(parts, variables, changes), { request, http, interpolate, warn });
  Object.assign(bru, {
    getTestResults: testCalls.results,
    getAssertionResults: () => Promise.resolve(resultsWithSummary(memory.assertions ?? [])),
  });
  const req = createReq(request, context, warn);
  const res = response && new BrunoResponse(response);
  const onResults = (results: AssertionResult[]) => void (memory.assertions = results);
  const checkParts = { variables, tests, request, response, bru, req, res, warn, onResults };

  return {
    globals: Object.assign(lateChecks(parts, checkParts), { bru, req, res, test: testCalls.test }),
    modules: { axios: createAxios(http.send), fetch: createFetch(http.send), formData: BrunoFormData },
    endState() {
      if (response && response['data'] !== dataBefore) memory.body = toCarried(response['data']);
      return {
        ...changes,
        ...(Object.keys(memory).length > 0 ? { carried: { bruno: memory } } : {}),
        ...changedFields(),
        ...flowOf(bru),
      };
    },
  };
}

/** The globals that need chai, which is loaded when a script uses them; `expect` needs it for unusual assertions. */
function lateChecks({ libraries, createExpect }: BrunoParts, checkParts: Parameters<typeof createChecks>[0]): Fields {
  const chunk = () => libraries.load<ChecksChunk>('~bruno-checks');
  const ofRequest = () => chunk().createChecks(checkParts);
  return {
    // `require('chai')` has another copy, so a script does not change this one.
    expect: createExpect(
      () => chunk().expect,
      () => false,
      { ofPostman: false },
    ),
    get assert() {
      return chunk().assert;
    },
    get runAssertions() {
      return ofRequest().runAssertions;
    },
    get setResponseVariables() {
      return ofRequest().setResponseVariables;
    },
  };
}

/** Bodies of bytes: `req` has a Buffer, and the host takes base64. */
const bytesBy = (libraries: Libraries, channel: Channel): BytesOfBody => {
  const load = () =>
    libraries.load<{ Buffer: { from(...args: unknown[]): { toString(encoding: string): string } } }>('buffer').Buffer;
  return {
    file() {
      const reply = channel.callSync('bodies.file', {});
      const base64 = reply.ok ? (JSON.parse(reply.value) as string | null) : null;
      return base64 === null ? undefined : load().from(base64, 'base64');
    },
    fromBase64: (text) => load().from(text, 'base64'),
    toBase64: ({ buffer, byteOffset, byteLength }) => load().from(buffer, byteOffset, byteLength).toString('base64'),
  };
};

type Interpolate = (value: unknown) => unknown;

/** Of an object, Bruno fills in the JSON: names, too, and a date is a text. */
const createInterpolate =
  (scopes: Scopes): Interpolate =>
  (value) => {
    const isObject = typeof value === 'object' && value !== null;
    if (typeof value !== 'string' && !isObject) return value;
    const template: unknown = isObject ? JSON.parse(JSON.stringify(value)) : value;
    return scopes.of('local').replaceIn(template, { likeBruno: true });
  };

interface BruParts {
  request: BrunoRequestData;
  http: ReturnType<typeof createBrunoHttp>;
  interpolate: Interpolate;
  warn: Warn;
}

type Warn = (text: string) => void;

/** Replaces the members without effect by functions that say so. */
function warnOfUnused(object: Fields, name: keyof typeof unusedOfBruno, warn: Warn): void {
  for (const [member, instead] of Object.entries(unusedOfBruno[name])) {
    object[member] = () => warn(`${name}.${member} of Bruno has no effect in Outrigger: ${instead}.`);
  }
}

function createBru(options: ReturnType<typeof bruOptions>, { request, http, interpolate, warn }: BruParts): Fields {
  const bru = new Bru({ ...options, requestUrl: request.url });
  Object.assign(bru, {
    interpolate,
    sendRequest: http.sendRequest,
    runRequest: http.runRequest,
    cookies: new CookieList({
      getUrl: () => interpolate(request.url),
      interpolate,
      createCookieJar: http.cookies.jar,
      getCookiesForUrl: http.cookies.listNow,
    }),
  });
  refuse(bru, 'bru', missingOfBruno.bru);
  warnOfUnused(bru, 'bru', warn);
  return bru;
}

function createReq(request: BrunoRequestData, { requestFile }: GuestContext, warn: Warn): Fields {
  const req = new BrunoRequest(request);
  warnOfUnused(req, 'req', warn);
  const authModeOf = req['getAuthMode'] as (this: object) => string;
  // Bruno's class reads it from headers that are added later here, when the request is sent.
  req['getAuthMode'] = () => {
    const mode = authModeOf.call(req);
    return mode === 'none' ? (requestFile?.auth ?? mode) : mode;
  };
  return req;
}

/** The next request that the script has chosen through `bru`. */
function flowOf(bru: Fields): Fields {
  const next = bru['stopExecution'] === true ? null : bru['nextRequest'];
  return {
    ...(bru['skipRequest'] === true ? { skipRequest: true } : {}),
    ...(next === undefined ? {} : { nextRequest: next === null ? null : toText(next) }),
  };
}

/** @param changes receives the visualization */
function bruOptions(
  { scopes, context }: BrunoParts,
  variables: ReturnType<typeof createBrunoVariables>,
  changes: Fields,
) {
  const { iteration, iterationCount } = context.info;
  return {
    runtime: 'quickjs',
    envVariables: variables.environment,
    runtimeVariables: variables.runtime,
    collectionVariables: variables.collection,
    folderVariables: variables.folder,
    requestVariables: variables.request,
    globalEnvironmentVariables: variables.globals,
    processEnvVars: variables.processEnvironment,
    oauth2CredentialVariables: variables.tokens,
    collectionPath: context.requestFile?.folder ?? '.',
    collectionName: context.location[0] ?? '',
    iterationDetails: {
      iterationData: scopes.of('data').toObject(),
      iterationIndex: iteration,
      totalIterations: iterationCount,
    },
    setVisualizations({ type, data }: { type: string; data?: Fields & { content?: string } }) {
      if (type === 'table') changes['visualization'] = tableHtml(data ?? {});
      else if (data?.content === undefined) delete changes['visualization'];
      else changes['visualization'] = data.content;
    },
  };
}

/** `test`, and the results of all tests so far. */
function createBrunoTests(tests: Tests) {
  const results: { description: string; status: 'pass' | 'fail'; error?: string }[] = [];
  const openTests: Promise<void>[] = [];
  async function settleTest(description: string, outcome: unknown): Promise<void> {
    try {
      await outcome;
      results.push({ description, status: 'pass' });
    } catch (error) {
      results.push({ description, status: 'fail', error: describeError(error).message });
    }
  }
  return {
    /** As in Bruno, the promise settles when the test has ended, and never rejects. */
    test(description: unknown, callback: () => unknown): Promise<void> {
      const run = async (): Promise<unknown> => callback();
      let outcome: Promise<unknown> | undefined;
      tests.test(description, () => (outcome = run()));
      const settled = settleTest(toText(description), outcome);
      openTests.push(settled);
      return settled;
    },
    async results() {
      await Promise.all(openTests);
      return resultsWithSummary(results);
    },
  };
}

const missing = (name: string, instead: string) =>
  new PlainError(`${name} of Bruno is not available in Outrigger: ${instead}.`);

function refuse(target: Fields, name: string, members: Record<string, string>): void {
  for (const [member, instead] of Object.entries(members)) {
    target[member] = () => {
      throw missing(`${name}.${member}`, instead);
    };
  }
}

function resultsWithSummary<T extends { status: string }>(results: readonly T[]) {
  const passed = results.filter(({ status }) => status === 'pass').length;
  const summary = { total: results.length, passed, failed: results.length - passed, skipped: 0 };
  return { summary, results };
}
