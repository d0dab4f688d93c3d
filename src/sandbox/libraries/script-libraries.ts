/**
 * The libraries of a script, with the modules that the realm implements and Postman's assertions for chai: created when
 * the script uses the first one.
 */
import { operation } from '../../contract/scripts/guest-operations.ts';
import type { Channel } from '../channel.ts';
import type { Expect } from '../pm/expect.ts';
import { createLibraries, type Libraries, type LoadChunk } from './libraries.ts';
import { completeLibrary, createBuiltInModules, type BuiltInParts } from './library-hooks.ts';
import { withoutPrototype } from '../primordials.ts';

export interface ScriptLibrariesParts extends Omit<BuiltInParts, 'libraries'> {
  channel: Channel;
  loadChunk: LoadChunk;
  /** That of `pm`. */
  expect: () => Expect;
}

/** Whether something is added to the exports of a library. */
function isCompleted(name: string): boolean {
  switch (name) {
    case 'buffer':
    case 'chai':
    case 'moment':
    case 'postman-collection':
    case 'url':
    case 'uuid':
      return true;
    default:
      return false;
  }
}

export function createScriptLibraries(parts: ScriptLibrariesParts): Libraries {
  let created: Libraries | undefined;
  const all = (): Libraries => (created ??= createAllLibraries(parts, libraries));
  const libraries: Libraries = withoutPrototype<Libraries>({
    __proto__: null,
    has: (name) => all().has(name),
    require: (name) => all().require(name),
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see Libraries
    load: <T>(name: string) => all().load<T>(name),
    preload: (names) => all().preload(names),
    process: () => all().process(),
    loading: (name) => created !== undefined && created.loading(name),
    inUse: (name) => created !== undefined && created.inUse(name),
    anyInUse: () => created !== undefined && created.anyInUse(),
  });
  return libraries;
}

function createAllLibraries(parts: ScriptLibrariesParts, libraries: Libraries): Libraries {
  let builtIn: Record<string, () => unknown> | undefined;
  return createLibraries(parts.loadChunk, {
    isOfBruno: parts.isOfBruno,
    builtIn: () => (builtIn ??= createBuiltInModules({ ...parts, libraries })),
    onLoaded(name, exports) {
      if (isCompleted(name)) completeLibrary(name, exports, libraries, parts.expect);
    },
    onUsed: (name) => parts.channel.host(operation.useLibrary, name),
  });
}
