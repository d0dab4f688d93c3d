/** Modules of Node that Postman's scripts can `require`, implemented without Node. */
import { refusedModulesOfNode } from '../../contract/scripts/bruno-missing.ts';
import type { Libraries } from './libraries.ts';
import { createNodeCrypto } from './node-crypto.ts';
import { PlainError } from '../primordials.ts';
import { once } from '../once.ts';
import type { WebParts } from '../web/web-parts.ts';

const MAX_STRING_LENGTH = 2 ** 29 - 24;

/** Like in Postman, reports nothing about the real computer. */
const os = () => ({
  EOL: '\n',
  arch: () => 'javascript',
  platform: () => 'browser',
  type: () => 'Browser',
  endianness: () => 'LE',
  hostname: () => '',
  release: () => '',
  homedir: () => '/',
  tmpdir: () => '/tmp',
  tmpDir: () => '/tmp',
  cpus: () => [],
  loadavg: () => [],
  networkInterfaces: () => ({}),
  getNetworkInterfaces: () => ({}),
  freemem: () => Number.MAX_VALUE,
  totalmem: () => Number.MAX_VALUE,
  uptime: () => 0,
});

function buffer(libraries: Libraries, web: WebParts): object {
  const library = libraries.load<{ kMaxLength: number }>('buffer');
  const { Blob, File } = web.blobs();
  return {
    ...library,
    kStringMaxLength: MAX_STRING_LENGTH,
    constants: { MAX_LENGTH: library.kMaxLength, MAX_STRING_LENGTH },
    Blob,
    File,
    ...web.codecs(),
  };
}

/** Postman's `fs` is empty. Bruno's scripts of the developer mode use that of Node, so each use is refused by its name. */
const fsOfBruno = (module: 'fs' | 'fs/promises'): object =>
  refusing(
    module,
    "scripts have no access to files here. require('./file.json') reads a file of the collection, and a body of the kind File sends one.",
  );

const nodeOnlyModules = Object.fromEntries(
  refusedModulesOfNode.map((module) => [
    module,
    () => refusing(module, 'scripts have no access to this module of Node here.'),
  ]),
);

/** A module each of whose members throws an error with its name. */
function refusing(module: string, reason: string): object {
  return new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
        if (name === 'promises') return refusing(module, reason);
        // Not an arrow function, because packages extend classes of these modules.
        return function refuse() {
          throw new PlainError(`${module}.${name}: ${reason}`);
        };
      },
    },
  );
}

/** Parts of modules that scripts of Bruno's developer mode require by names of their own. */
const partsOfModules = (libraries: Libraries): Record<string, () => unknown> => ({
  'assert/strict': () => libraries.load<{ strict: unknown }>('assert').strict,
  'fs/promises': once(() => fsOfBruno('fs/promises')),
  'path/posix': () => libraries.load('path'),
  'util/types': () => libraries.load<{ types: unknown }>('util').types,
});

export function createNodeModules(
  libraries: Libraries,
  web: () => WebParts,
  isOfBruno: () => boolean,
): Record<string, () => unknown> {
  return {
    crypto: once(() => createNodeCrypto(libraries, () => web().webCrypto().crypto)),
    buffer: once(() => buffer(libraries, web())),
    fs: once(() => (isOfBruno() ? fsOfBruno('fs') : {})),
    json: () => libraries.load('liquid-json'),
    os: once(os),
    ...(isOfBruno() ? { ...nodeOnlyModules, ...partsOfModules(libraries) } : {}),
  };
}
