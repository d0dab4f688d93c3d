/** Assembles `pm` and the other globals of one script; each part is in a module of its own. */
import type { RequestFileInfo } from '../../contract/scripts/script-context.ts';
import type { GuestContext } from '../../contract/scripts/to-guest.ts';
import type { Channel, Fields } from '../channel.ts';
import type { BrunoParts } from '../bruno/bruno.ts';
import { createBrunoGlobals, isOfBruno, type BrunoGlobals } from '../bruno/bruno-globals.ts';
import { createCookies, createSendRequest } from './requests/http.ts';
import { createLegacyGlobals, type LegacyGlobals, type LegacyParts } from './legacy/legacy.ts';
import { changeBuiltIns, isLegacyName, wantsLegacy } from './legacy/legacy-names.ts';
import { createLateGlobals, type FindGlobal } from '../late-globals.ts';
import type { Libraries, LoadChunk } from '../libraries/libraries.ts';
import { apply, define, defineHidden, defineProperty, PlainError, withoutPrototype } from '../primordials.ts';
import { createExecutionFlow, infoOf, locationOf } from './execution-flow.ts';
import { createExpect, type Expect } from './expect.ts';
import { createPrograms, type Programs } from './programs.ts';
import { createRequest, type ScriptRequest } from './requests/request.ts';
import { createResponse, type ResponseTools } from './requests/response.ts';
import { createScopes, type Scopes } from './variables/scopes.ts';
import { chaiExpect } from '../libraries/library-hooks.ts';
import { createScriptLibraries, type ScriptLibrariesParts } from '../libraries/script-libraries.ts';
import type { Sdk } from './requests/sdk.ts';
import type { Tests } from './tests.ts';
import type { Timers } from '../timers.ts';
import { createVault } from './vault.ts';
import { createVisualizer } from './visualizer.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { createWebGlobals } from '../web/web-globals.ts';
import { defineRequire } from '../modules/define-require.ts';
import { createWorkspaceModules, type WorkspaceModules } from '../modules/workspace-modules.ts';

export interface PmParts {
  global: object;
  channel: Channel;
  loadChunk: LoadChunk;
  timers: Timers;
  tests: () => Tests;
  /** Ends the script at once, as if it had reached its end. */
  endNow: () => void;
}
export interface Script {
  source: string;
  context: GuestContext;
  sugar?: true;
}

const noDatasets = () => {
  throw new PlainError(
    'pm.datasets: the datasets of Postman are in its cloud, and are not available. Read a file of the workspace: pm.require("data.json"), or give the run a data file.',
  );
};

/** Parts that are created with their first use, because most scripts use few of them. */
interface LazyParts {
  cookies?: object;
  execution?: object;
  sendRequest?: ReturnType<typeof lateSendRequest>;
  expect?: Expect;
  flow?: ReturnType<typeof createExecutionFlow>;
  info?: object;
  legacy?: LegacyGlobals;
  modules?: WorkspaceModules;
  programs?: Programs;
  request?: ScriptRequest;
  scopes?: Scopes;
  sender?: ReturnType<typeof createSendRequest>;
  vault?: object;
  visualizer?: object;
  webhooks?: object;
}

/** The state of the running script: `begin` sets it before any code of the script runs. */
interface ScriptState {
  context: GuestContext;
  hasLegacy: boolean;
  response?: object;
}

export function createPm(parts: PmParts) {
  const { global } = parts;
  const usedParts = createUsedParts(parts, () => bruno);
  const { state, lazy, libraries, timers, web } = usedParts;
  const fileOfRequest = () => fileOf(state);
  const bruno = createBrunoGlobals(() => brunoParts(usedParts), fileOfRequest);
  const pm = createMembers(usedParts);
  const legacy = () => (lazy.legacy ??= createLegacyGlobals(legacyParts(usedParts)));
  const findLegacy: FindGlobal = (name) => (state.hasLegacy && isLegacyName(name) ? legacy().find(name) : undefined);
  createLateGlobals(global, (name) => web.find(name) ?? findLegacy(name) ?? bruno.find(name));
  defineHidden(global, 'pm', pm);
  defineRequire(global, libraries, fileOfRequest, () => modulesOf(usedParts));

  return withoutPrototype({
    __proto__: null,
    pm,
    libraries,
    /** Passes the script's data to `pm`. */
    begin({ source, context, sugar }: Script): void {
      state.context = context;
      timers.refuseOtherCallbacks(isOfBruno(context.requestFile));
      if (context.response) {
        const value = (state.response = createResponse(context.response, usedParts));
        defineProperty(pm, 'response', withoutPrototype({ __proto__: null, value, enumerable: true }));
      }
      state.hasLegacy = wantsLegacy(source);
      changeBuiltIns(libraries, state.hasLegacy);
      // Not as a library in use: the next script does not get its changes of the prototypes.
      if (sugar) libraries.preload(['~sugar']);
    },
    /** The fields of `done`, at the end of the script. */
    end: (): Fields => fieldsOfDone(usedParts, bruno.endState()),
  });
}

/** @param bruno the globals of Bruno's scripts, which are created after these parts */
function createUsedParts(parts: PmParts, bruno: () => BrunoGlobals): UsedParts {
  const { channel, timers, tests, endNow } = parts;
  const state = withoutPrototype<Partial<ScriptState>>({ __proto__: null, hasLegacy: false }) as ScriptState;
  const lazy = withoutPrototype<LazyParts>({ __proto__: null });
  const changes: Fields = {};
  const sdk = () => libraries.load<Sdk>('postman-collection');
  const expect = () =>
    (lazy.expect ??= createExpect(
      () => chaiExpect(libraries),
      () => libraries.inUse('chai'),
    ));
  const libraries: Libraries = createScriptLibraries(
    withoutPrototype<ScriptLibrariesParts>({
      __proto__: null,
      channel,
      timers,
      loadChunk: parts.loadChunk,
      expect,
      isOfBruno: () => isOfBruno(fileOf(state)),
      web: () => web.parts(),
      bruno: (name) => bruno().module(name),
    }),
  );
  const web = createWebGlobals(channel, libraries, timers);
  const eventName = () => state.context.info.eventName;
  return withoutPrototype<UsedParts>({
    __proto__: null,
    channel,
    timers,
    tests,
    state,
    lazy,
    changes,
    libraries,
    web,
    sdk,
    get expect() {
      return expect();
    },
    scopes: () => (lazy.scopes ??= createScopes(state.context.scopes, channel, sdk)),
    flow: () => (lazy.flow ??= createExecutionFlow({ changes, eventName, endNow })),
  });
}

function fieldsOfDone({ lazy, changes, libraries }: UsedParts, ofBruno: Fields | undefined): Fields {
  const fields = withoutPrototype<Fields>({ __proto__: null });
  const request = lazy.request?.changedRequest();
  if (request) fields['request'] = request;
  Object.assign(fields, changes, ofBruno, lazy.legacy?.end());
  if (libraries.anyInUse()) fields['usedLibraries'] = true;
  fields['scopes'] = lazy.scopes?.changes() ?? {};
  return fields;
}

function brunoParts({ channel, libraries, scopes, tests, state }: UsedParts): BrunoParts {
  return { channel, libraries, scopes: scopes(), tests: tests(), context: state.context, createExpect };
}

/** The parts of which the members of `pm` are made. */
interface UsedParts extends Pick<PmParts, 'timers' | 'tests'>, ResponseTools {
  state: ScriptState;
  lazy: LazyParts;
  /** Fields of `done` that calls of the script have set. */
  changes: Fields;
  web: ReturnType<typeof createWebGlobals>;
  scopes: () => Scopes;
  flow: () => ReturnType<typeof createExecutionFlow>;
}

/** As in Postman, a script cannot replace the members, except for `test` and `expect`. */
function createMembers(parts: UsedParts) {
  const { channel, timers, tests, state, lazy, changes, libraries, scopes } = parts;
  const members = withoutPrototype({
    __proto__: null,
    execute: (...call: Parameters<Programs['execute']>) => programsOf(parts).execute(...call),
    executeAsync: (...call: Parameters<Programs['executeAsync']>) => programsOf(parts).executeAsync(...call),
    get test() {
      return tests().test;
    },
    get sendRequest() {
      return (lazy.sendRequest ??= lateSendRequest(parts));
    },
    require: (path: unknown) => modulesOf(parts).require(path),
    get info() {
      return (lazy.info ??= infoOf(state.context));
    },
    get execution() {
      return executionOf(parts);
    },
    get expect() {
      return parts.expect;
    },
    get visualizer() {
      return (lazy.visualizer ??= createVisualizer(changes, libraries));
    },
    get vault() {
      return (lazy.vault ??= createVault(channel));
    },
    get webhooks() {
      return (lazy.webhooks ??= createWebhooks(channel, timers, libraries));
    },
    get variables() {
      return scopes().of('local');
    },
    get iterationData() {
      return scopes().of('data');
    },
    get environment() {
      return scopes().of('environment');
    },
    get collectionVariables() {
      return scopes().of('collection');
    },
    get globals() {
      return scopes().of('globals');
    },
    get cookies() {
      return cookiesOf(parts);
    },
    get request() {
      return state.context.request ? requestOf(parts).object : undefined;
    },
  });
  letReplace(members, 'test');
  letReplace(members, 'expect');
  defineHidden(members, 'datasets', noDatasets);
  return Object.setPrototypeOf(members, Object.prototype) as typeof members;
}

const programsOf = ({ lazy, channel }: UsedParts): Programs => (lazy.programs ??= createPrograms(channel));
const senderOf = (parts: UsedParts) => (parts.lazy.sender ??= createSendRequest(parts, parts.scopes));

function executionOf(parts: UsedParts): object {
  const { lazy, state, flow } = parts;
  const { runRequest } = senderOf(parts);
  return (lazy.execution ??= { location: locationOf(state.context), ...flow(), runRequest });
}

/** Lets a script put a function of its own in the place of a member, which has a getter. */
function letReplace(members: object, name: string): void {
  const set = (value: unknown): void =>
    void define(
      members,
      name,
      withoutPrototype({ __proto__: null, value, writable: true, enumerable: true, configurable: true }),
    );
  defineProperty(members, name, withoutPrototype({ __proto__: null, set }));
}

const lateSendRequest = (parts: UsedParts) =>
  ({
    sendRequest(this: unknown, request: unknown, callback?: unknown): unknown {
      return apply(senderOf(parts).sendRequest, this, [request, callback]);
    },
  }).sendRequest;

const cookiesOf = ({ state, lazy, channel, sdk }: UsedParts): object =>
  (lazy.cookies ??= createCookies(state.context.cookies ?? [], channel, sdk));

function requestOf(parts: UsedParts): ScriptRequest {
  const { request = {}, info } = parts.state.context;
  return (parts.lazy.request ??= createRequest(request, { id: info.requestId, name: info.requestName }, parts));
}

/** The parts of the script that the legacy globals show. */
function legacyParts(parts: UsedParts): LegacyParts {
  const { state, libraries, scopes, tests, flow } = parts;
  return {
    libraries,
    tests: tests(),
    scopes: scopes(),
    info: state.context.info,
    setNextRequest: flow().setNextRequest,
    request: state.context.request ? () => requestOf(parts).full() : undefined,
    response: state.response as LegacyParts['response'],
    cookies: () => cookiesOf(parts) as ReturnType<LegacyParts['cookies']>,
  };
}

const modulesOf = ({ channel, libraries, state, lazy }: UsedParts) =>
  (lazy.modules ??= createWorkspaceModules({
    channel,
    libraries,
    isOfBruno: () => isOfBruno(fileOf(state)),
  }));
/** The file of the request whose script runs; libraries may be loaded before there is one. */
const fileOf = (state: Partial<ScriptState>): RequestFileInfo | undefined => state.context?.requestFile;
