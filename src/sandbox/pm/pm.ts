/** Puts `pm` and the other globals of one script together; each part is in a module of its own. */
import type { GuestContext } from '../../contract/scripts/to-guest.ts';
import type { Channel } from '../channel.ts';
import { createBrunoGlobals } from '../bruno/bruno-globals.ts';
import { createCookies, createSendRequest, createVault } from './http.ts';
import { createLegacyGlobals, wantsLegacy, type LegacyGlobals, type LegacyParts } from './legacy.ts';
import { createLateGlobals } from '../late-globals.ts';
import type { Libraries, LoadChunk } from '../libraries/libraries.ts';
import { defineHidden, PlainError, toText } from '../primordials.ts';
import { createExecutionFlow } from './execution-flow.ts';
import { createExpect, type Expect } from './expect.ts';
import { createPrograms } from './programs.ts';
import { createRequest, type ScriptRequest } from './request.ts';
import { createResponse, type ResponseTools } from './response.ts';
import { createScopes, type Scopes } from './scopes.ts';
import { chaiExpect, createScriptLibraries } from '../libraries/script-libraries.ts';
import type { Fields, Sdk } from './sdk.ts';
import type { Tests } from './tests.ts';
import type { Timers } from '../timers.ts';
import { createVisualizer } from './visualizer.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { createWebGlobals } from '../web/web-globals.ts';
import { createWorkspaceModules } from '../libraries/workspace-modules.ts';

export interface PmParts {
  global: object;
  channel: Channel;
  loadChunk: LoadChunk;
  timers: Timers;
  tests: Tests;
  /** Ends the script here and now, as if it had come to its end. */
  endNow: () => void;
}
export interface Script {
  source: string;
  context: GuestContext;
}

const noDatasets = () => {
  throw new PlainError(
    'pm.datasets: the datasets of Postman are in its cloud, and are not there. Read a file of the workspace: pm.require("data.json"), or give the run a data file.',
  );
};

/** Members that say why they are not there, and those that a script cannot replace. */
function finishPm(pm: object): void {
  defineHidden(pm, 'datasets', noDatasets);
  Object.defineProperty(pm, 'vault', { writable: false });
}

/** What belongs to the script that runs: `begin` fills it before any code of the script runs. */
interface ScriptState {
  context: GuestContext;
  scopes: Scopes;
  legacy?: LegacyGlobals;
}

export function createPm(parts: PmParts) {
  const { global, channel, timers, tests, endNow } = parts;
  const state = {} as ScriptState;
  /** Fields of `done` that calls of the script have set. */
  const changes: Fields = {};
  const sdk = () => libraries.load<Sdk>('postman-collection');
  const ofBruno = { axios: () => bruno.module('axios'), 'node-fetch': () => bruno.module('fetch') };
  const expect = () => tools.expect;
  const libraries: Libraries = createScriptLibraries(parts, () => web, ofBruno, expect);
  const web = createWebGlobals(channel, libraries, timers);
  const bruno = createBrunoGlobals(() => {
    const { scopes, context } = state;
    return { channel, libraries, scopes, tests, context };
  });
  createLateGlobals(global, (name) => web.find(name) ?? state.legacy?.find(name) ?? bruno.find(name));
  const tools: ResponseTools = { channel, libraries, sdk, expect: createScriptExpect(libraries) };
  const { sendRequest, runRequest } = createSendRequest(tools);
  const flow = createExecutionFlow({ changes, eventName: () => state.context.info.eventName, endNow });
  const parameters = createParameters(state, tools);
  const requireWorkspace = createWorkspaceModules(channel, libraries);
  const pm = withParameters(state, parameters, {
    ...createPrograms(channel),
    ...{ test: tests.test, expect: tools.expect, sendRequest, visualizer: createVisualizer(changes, libraries) },
    ...{ vault: createVault(channel), require: requireWorkspace, webhooks: createWebhooks(channel, timers, libraries) },
  });
  finishPm(pm);
  defineHidden(global, 'pm', pm);
  defineRequire(global, libraries, requireWorkspace);

  return {
    pm,
    libraries,
    /** Gives `pm` what belongs to this script. */
    begin({ source, context }: Script): void {
      state.context = context;
      state.scopes = createScopes(context.scopes, channel, sdk);
      const response = context.response && createResponse(context.response, tools);
      Object.assign(pm, {
        info: context.info,
        execution: { location: locationOf(context), ...flow, runRequest },
        ...(response ? { response } : {}),
      });
      if (!wantsLegacy(source)) return;
      const shown = legacyParameters(context, parameters, response);
      state.legacy = createLegacyGlobals({ libraries, scopes: state.scopes, tests, ...flow, ...shown });
    },
    /** What the script leaves behind: the fields of `done`. */
    end(): Fields {
      const request = parameters.changedRequest();
      return {
        ...changes,
        ...(request ? { request } : {}),
        ...bruno.left(),
        ...state.legacy?.end(),
        ...(libraries.anyInUse() ? { usedLibraries: true } : {}),
        scopes: state.scopes.changes(),
      };
    },
  };
}

/** `require` of scripts. Bruno's scripts require files of the collection by a relative path. */
function defineRequire(global: object, libraries: Libraries, requireWorkspace: (name: unknown) => unknown): void {
  defineHidden(global, 'require', (name: unknown): unknown =>
    /^\.\.?\//.test(toText(name)) ? requireWorkspace(name) : libraries.require(name),
  );
}

const createScriptExpect = (libraries: Libraries): Expect =>
  createExpect(
    () => chaiExpect(libraries),
    () => libraries.inUse('chai'),
  );

type ScriptParameters = ReturnType<typeof createParameters>;

/** What the legacy globals show of the request and the response. */
const legacyParameters = (
  context: GuestContext,
  { request, cookies }: ScriptParameters,
  response: object | undefined,
) => ({
  info: context.info,
  request: context.request ? () => request().full() : undefined,
  response: response as LegacyParts['response'],
  cookies: cookies as LegacyParts['cookies'],
});

/** The request and the cookies of the script. Lazy: most scripts use neither. */
function createParameters(state: ScriptState, tools: ResponseTools) {
  let request: ScriptRequest | undefined;
  let cookies: object | undefined;
  return {
    cookies: () => (cookies ??= createCookies(state.context.cookies ?? [], tools.channel, tools.sdk)),
    request(): ScriptRequest {
      const { requestId: id, requestName: name } = state.context.info;
      return (request ??= createRequest(state.context.request ?? {}, { id, name }, tools));
    },
    /** Undefined where the script has not changed it. */
    changedRequest: () => request?.left(),
  };
}

/** Adds the members of `pm` whose values belong to the script. */
function withParameters(
  state: ScriptState,
  { cookies, request }: Pick<ScriptParameters, 'cookies' | 'request'>,
  members: Fields,
): Fields {
  return {
    ...members,
    get variables() {
      return state.scopes.of('local');
    },
    get iterationData() {
      return state.scopes.of('data');
    },
    get environment() {
      return state.scopes.of('environment');
    },
    get collectionVariables() {
      return state.scopes.of('collection');
    },
    get globals() {
      return state.scopes.of('globals');
    },
    get cookies() {
      return cookies();
    },
    get request() {
      return state.context.request ? request().object : undefined;
    },
  };
}

/** The names of the folders around the request, as Postman gives them. */
function locationOf(context: GuestContext): string[] & { current?: string } {
  const location = [...context.location] as string[] & { current?: string };
  location.current = context.scriptOwner ?? context.location.at(-1) ?? '';
  return location;
}
