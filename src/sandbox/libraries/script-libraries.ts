/** The libraries of a script, with the modules that are made of what its realm has, and with Postman's assertions for chai. */
import { operation } from '../../contract/scripts/guest-operations.ts';
import type { Channel } from '../channel.ts';
import type { Expect } from '../pm/expect.ts';
import { completeBuffer, type BufferModule } from './buffer-additions.ts';
import { createLibraries, type Libraries, type LoadChunk } from './libraries.ts';
import { addToBuffer, addToUrl, addToUuid } from './library-additions.ts';
import { createNodeModules } from './node-modules.ts';
import { keysOf } from '../primordials.ts';
import { isKind, type Fields } from '../pm/sdk.ts';
import type { Timers } from '../timers.ts';
import type { WebGlobals } from '../web/web-globals.ts';

interface Chai {
  use(plugin: unknown): void;
  expect: Expect;
}
interface Lodash {
  isEqual(a: unknown, b: unknown): boolean;
  isPlainObject(value: unknown): boolean;
  has(value: unknown, path: unknown): boolean;
  get(value: unknown, path: unknown): unknown;
}

export interface ScriptLibrariesParts {
  channel: Channel;
  loadChunk: LoadChunk;
  timers: Timers;
}

/** The `expect` that chai came with, by its exports. */
const ownExpect = new WeakMap<Chai, Expect>();
export function chaiExpect(libraries: Libraries): Expect {
  const chai = libraries.load<Chai>('chai');
  return ownExpect.get(chai) ?? chai.expect;
}

/**
 * @param web the globals of the web, asked for when a module needs them
 * @param ofBruno modules of Bruno's scripts, by name
 * @param expect that of `pm`: it is that of `require('chai')` too, as in Postman
 */
export function createScriptLibraries(
  { channel, loadChunk, timers }: ScriptLibrariesParts,
  web: () => WebGlobals,
  ofBruno: Record<string, () => unknown>,
  expect: () => Expect,
): Libraries {
  const libraries: Libraries = createLibraries(loadChunk, {
    builtIn: {
      ...createNodeModules(() => libraries, web),
      atob: () => web().codecs().atob,
      btoa: () => web().codecs().btoa,
      timers: () => ({ ...timers.globals() }),
      ...ofBruno,
    },
    onLoaded: {
      buffer(module: BufferModule & Parameters<typeof addToBuffer>[0]) {
        addToBuffer(module);
        completeBuffer(module);
      },
      url: (url: object) => addToUrl(url, () => globalThis as never),
      uuid: addToUuid,
      chai(chai: Chai) {
        chai.use(chaiPostman(libraries));
        ownExpect.set(chai, chai.expect);
        chai.expect = expect();
      },
      // Its warnings would stand among what the script prints.
      moment: (moment: { suppressDeprecationWarnings: boolean }) => void (moment.suppressDeprecationWarnings = true),
    },
    onUsed: (name) => channel.host(operation.useLibrary, name),
  });
  return libraries;
}

/** chai-postman asks for postman-collection, lodash and ajv: each comes when an assertion needs it. */
function chaiPostman(libraries: Libraries): unknown {
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
