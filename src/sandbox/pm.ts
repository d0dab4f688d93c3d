/** Puts `pm` and the other globals of one script together; each part is in a module of its own. */
import type { GuestContext } from '../contract/to-guest.ts';
import { operation } from '../contract/guest-operations.ts';
import type { Channel } from './channel.ts';
import { createBrunoGlobals } from './bruno-globals.ts';
import { createCookies, createSendRequest, createVault } from './http.ts';
import { createLegacyGlobals, wantsLegacy, type LegacyGlobals, type LegacyParts } from './legacy.ts';
import { createLateGlobals } from './late-globals.ts';
import { createLibraries, type LoadChunk } from './libraries.ts';
import { defineHidden, keysOf, PlainError, toText } from './primordials.ts';
import { createNodeModules } from './node-modules.ts';
import { createExpect, type Expect } from './expect.ts';
import { createPrograms } from './programs.ts';
import { createRequest, type ScriptRequest } from './request.ts';
import { createResponse, type ResponseTools } from './response.ts';
import { createScopes, type Scopes } from './scopes.ts';
import { isKind, type Fields, type Sdk } from './sdk.ts';
import type { Tests } from './tests.ts';
import type { Timers } from './timers.ts';
import { createWebhooks } from './webhooks.ts';
import { createWebGlobals } from './web-globals.ts';
import { createWorkspaceModules } from './workspace-modules.ts';

interface Chai {
  expect: Expect;
  use(plugin: unknown): void;
}
interface Lodash {
  isEqual(a: unknown, b: unknown): boolean;
  isPlainObject(value: unknown): boolean;
  has(value: unknown, path: unknown): boolean;
  get(value: unknown, path: unknown): unknown;
}
interface Handlebars {
  compile(template: string, options?: object): (data: unknown) => string;
}

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

export function createPm({ global, channel, loadChunk, timers, tests, endNow }: PmParts) {
  const left: Fields = {};
  let scopes: Scopes;
  let context: GuestContext;
  let request: ScriptRequest | undefined;
  let madeCookies: object | undefined;
  let legacy: LegacyGlobals | undefined;
  const sdk = () => libraries.load<Sdk>('postman-collection');

  const libraries = createLibraries(
    loadChunk,
    {
      ...createNodeModules(
        () => libraries,
        () => web,
      ),
      atob: () => web.codecs().atob,
      btoa: () => web.codecs().btoa,
      timers: () => ({ ...timers.globals() }),
      axios: () => bruno.axios(),
    },
    {
      chai: (chai: Chai) => chai.use(chaiPostman()),
      // Its warnings would stand among what the script prints.
      moment: (moment: { suppressDeprecationWarnings: boolean }) => void (moment.suppressDeprecationWarnings = true),
    },
    (name) => channel.host(operation.useLibrary, name),
  );
  const web = createWebGlobals(channel, libraries, timers);
  const bruno = createBrunoGlobals(() => ({ channel, libraries, scopes, tests, context }));
  createLateGlobals(global, (name) => web.find(name) ?? legacy?.find(name) ?? bruno.find(name));
  const requireWorkspace = createWorkspaceModules(channel, libraries);
  /** Bruno's scripts require files of the collection by a relative path. */
  const requireByPath = (name: unknown): unknown =>
    /^\.\.?\//.test(toText(name)) ? requireWorkspace(name) : libraries.require(name);

  /** chai-postman asks for postman-collection, lodash and ajv: each comes when an assertion needs it. */
  function chaiPostman(): unknown {
    const lodash = () => libraries.load<Lodash>('lodash');
    const use = libraries.load<(sdk: object, lodash: object, ajv: unknown) => unknown>('chai-postman');
    return use(
      {
        Request: { isRequest: (value: unknown) => isKind(value, 'Request') },
        Response: { isResponse: (value: unknown) => isKind(value, 'Response') },
      },
      {
        forOwn: (value: Fields, visit: (item: unknown, key: string) => void) =>
          keysOf(value).forEach((key) => visit(value[key], key)),
        isNumber: (value: unknown) => typeof value === 'number',
        isString: (value: unknown) => typeof value === 'string',
        isPlainObject: (value: unknown) => lodash().isPlainObject(value),
        isEqual: (a: unknown, b: unknown) => lodash().isEqual(a, b),
        has: (value: unknown, path: unknown) => lodash().has(value, path),
        get: (value: unknown, path: unknown) => lodash().get(value, path),
      },
      function Ajv(options: unknown) {
        return new (libraries.load<new (options: unknown) => object>('ajv'))(options);
      },
    );
  }
  const expect = createExpect(
    () => libraries.load<Chai>('chai').expect,
    () => libraries.inUse('chai'),
  );
  const tools: ResponseTools = { channel, libraries, sdk, expect };
  const { sendRequest, runRequest } = createSendRequest(tools);

  const cookies = () => (madeCookies ??= createCookies(context.cookies ?? [], channel, sdk));
  const theRequest = (): ScriptRequest => {
    const { requestId: id, requestName: name } = context.info;
    return (request ??= createRequest(context.request ?? {}, { id, name }, tools));
  };
  const setNextRequest = (name: unknown) => {
    if (name === undefined) delete left['nextRequest'];
    else left['nextRequest'] = name === null ? null : toText(name);
  };
  const skipRequest = () => {
    if (context.info.eventName !== 'prerequest') {
      throw new PlainError(
        'pm.execution.skipRequest works in pre-request scripts only: here the request has been sent.',
      );
    }
    left['skipRequest'] = true;
    endNow();
    throw new PlainError('The request is skipped.');
  };
  const visualizer = {
    set(template: unknown, data?: unknown, options?: unknown) {
      if (typeof template !== 'string') {
        throw new PlainError(`Invalid template. Template must be of type string, found ${typeof template}`);
      }
      for (const [name, value] of [
        ['data', data],
        ['options', options],
      ] as const) {
        if (value && typeof value !== 'object') {
          const title = name === 'data' ? 'Data' : 'Options';
          throw new PlainError(`Invalid ${name}. ${title} must be an object, found ${typeof value}`);
        }
      }
      left['visualization'] = libraries.load<Handlebars>('handlebars').compile(template, options ?? {})(data);
    },
    clear: () => void delete left['visualization'],
  };

  const pm: Fields = {
    ...createPrograms(channel),
    test: tests.test,
    expect,
    sendRequest,
    visualizer,
    vault: createVault(channel),
    require: requireWorkspace,
    webhooks: createWebhooks(channel, timers, libraries),
    get variables() {
      return scopes.of('local');
    },
    get iterationData() {
      return scopes.of('data');
    },
    get environment() {
      return scopes.of('environment');
    },
    get collectionVariables() {
      return scopes.of('collection');
    },
    get globals() {
      return scopes.of('globals');
    },
    get cookies() {
      return cookies();
    },
    get request() {
      return context.request ? theRequest().object : undefined;
    },
  };
  defineHidden(pm, 'datasets', noDatasets);
  defineHidden(global, 'pm', pm);
  defineHidden(global, 'require', requireByPath);

  return {
    pm,
    libraries,
    /** Gives `pm` what belongs to this script. */
    begin(script: Script): void {
      ({ context } = script);
      scopes = createScopes(context.scopes, channel, sdk);
      const response = context.response && createResponse(context.response, tools);
      const location = [...context.location] as string[] & { current?: string };
      location.current = context.location.at(-1) ?? '';
      pm['info'] = context.info;
      pm['execution'] = { location, skipRequest, setNextRequest, runRequest };
      if (response) pm['response'] = response;
      if (!wantsLegacy(script.source)) return;
      legacy = createLegacyGlobals({
        libraries,
        scopes,
        tests,
        info: context.info,
        request: context.request ? () => theRequest().full() : undefined,
        response: response as LegacyParts['response'],
        cookies: cookies as LegacyParts['cookies'],
        setNextRequest,
      });
    },
    /** What the script leaves behind: the fields of `done`. */
    end(): Fields {
      legacy?.end();
      const changed = request?.left();
      return {
        ...left,
        ...(changed ? { request: changed } : {}),
        ...bruno.left(),
        ...(libraries.anyInUse() ? { usedLibraries: true } : {}),
        scopes: scopes.changes(),
      };
    },
  };
}
