/** The libraries of a script, with the modules that the realm implements and Postman's assertions for chai. */
import { operation } from '../../contract/scripts/guest-operations.ts';
import type { Channel } from '../channel.ts';
import type { Expect } from '../pm/expect.ts';
import { createLibraries, type Libraries, type LoadChunk } from './libraries.ts';
import { completeLibrary, createBuiltInModules, type BuiltInParts } from './library-hooks.ts';

export interface ScriptLibrariesParts extends Omit<BuiltInParts, 'libraries'> {
  channel: Channel;
  loadChunk: LoadChunk;
  /** That of `pm`. */
  expect: () => Expect;
}

const completed = {
  __proto__: null,
  buffer: true,
  chai: true,
  moment: true,
  'postman-collection': true,
  url: true,
  uuid: true,
};

export function createScriptLibraries(parts: ScriptLibrariesParts): Libraries {
  let builtIn: Record<string, () => unknown> | undefined;
  const libraries: Libraries = createLibraries(parts.loadChunk, {
    isOfBruno: parts.isOfBruno,
    builtIn: () => (builtIn ??= createBuiltInModules({ ...parts, libraries })),
    onLoaded(name, exports) {
      if (name in completed) completeLibrary(name, exports, libraries, parts.expect);
    },
    onUsed: (name) => parts.channel.host(operation.useLibrary, name),
  });
  return libraries;
}
