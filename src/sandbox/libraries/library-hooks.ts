/**
 * The modules that the realm implements itself, and changes of libraries after their first evaluation. Evaluated late,
 * because most scripts use no library with such changes.
 */
import type { Fields } from '../channel.ts';
import { completeBuffer, type BufferModule } from './buffer-additions.ts';
import type { Libraries } from './libraries.ts';
import { addToUrl, addToUuid } from './library-additions.ts';
import { createNodeModules } from './node-modules.ts';
import type { Expect } from '../pm/expect.ts';
import { isKind } from '../pm/requests/sdk.ts';
import { defineProperty, keysOf } from '../primordials.ts';
import type { Timers } from '../timers.ts';
import type { WebParts } from '../web/web-parts.ts';

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

export interface BuiltInParts {
  libraries: Libraries;
  timers: Timers;
  /** Web globals, read when a module needs them. */
  web: () => WebParts;
  /** Modules of Bruno's scripts. */
  bruno: (name: 'axios' | 'fetch' | 'formData') => unknown;
  isOfBruno: () => boolean;
}

/** @returns functions that create the modules, by name */
export function createBuiltInModules({
  libraries,
  timers,
  web,
  bruno,
  isOfBruno,
}: BuiltInParts): Record<string, () => unknown> {
  return {
    ...createNodeModules(libraries, web, isOfBruno),
    atob: () => web().codecs().atob,
    btoa: () => web().codecs().btoa,
    timers: () => ({ ...timers.globals() }),
    ...(isOfBruno() ? { 'timers/promises': () => timersAsPromises(timers) } : {}),
    axios: () => bruno('axios'),
    'node-fetch': () => bruno('fetch'),
    'form-data': () => bruno('formData'),
  };
}

function timersAsPromises(timers: Timers) {
  const { setTimeout, setImmediate } = timers.globals() as unknown as Record<string, (...args: unknown[]) => unknown>;
  return {
    setTimeout: (ms: unknown, value: unknown) => new Promise((resolve) => void setTimeout?.(resolve, ms, value)),
    setImmediate: (value: unknown) => new Promise((resolve) => void setImmediate?.(resolve, value)),
  };
}

/** chai's own `expect`, by chai's exports. */
const ownExpect = new WeakMap<Chai, Expect>();
export function chaiExpect(libraries: Libraries): Expect {
  const chai = libraries.load<Chai>('chai');
  return ownExpect.get(chai) ?? chai.expect;
}

/** @param expect that of `pm`, which is also that of `require('chai')`, as in Postman */
export function completeLibrary(name: string, exports: unknown, libraries: Libraries, expect: () => Expect): void {
  switch (name) {
    case 'buffer':
      return completeBuffer(exports as BufferModule);
    case 'url':
      return addToUrl(exports as object, () => globalThis as never);
    case 'uuid':
      return addToUuid(exports as object);
    case 'chai': {
      const chai = exports as Chai;
      chai.use(chaiPostman(libraries));
      ownExpect.set(chai, chai.expect);
      chai.expect = expect();
      return;
    }
    case 'postman-collection':
      // Scripts compare by `instanceof`; those of `pm` are replacements until the package's own is needed.
      defineProperty((exports as { VariableScope: object }).VariableScope, Symbol.hasInstance, {
        value: (value: unknown) => isKind(value, 'VariableScope'),
      });
      return;
    case 'moment':
      // Its warnings would be part of the script's console output.
      (exports as { suppressDeprecationWarnings: boolean }).suppressDeprecationWarnings = true;
      return;
    default:
      throw new Error(`There is nothing to complete in ${name}.`);
  }
}

/** chai-postman requires postman-collection, lodash and ajv: each is loaded when an assertion needs it. */
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
