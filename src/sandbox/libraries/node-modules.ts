/** Modules of Node that Postman's scripts can `require`, implemented without Node. */
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
const fsOfBruno = (): object =>
  new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
        if (name === 'promises') return fsOfBruno();
        return () => {
          throw new PlainError(
            `fs.${name}: scripts have no access to files here. require('./file.json') reads a file of the collection, and a body of the kind File sends one.`,
          );
        };
      },
    },
  );

export function createNodeModules(
  libraries: Libraries,
  web: () => WebParts,
  isOfBruno: () => boolean,
): Record<string, () => unknown> {
  return {
    crypto: once(() => createNodeCrypto(libraries, () => web().webCrypto().crypto)),
    buffer: once(() => buffer(libraries, web())),
    fs: once(() => (isOfBruno() ? fsOfBruno() : {})),
    json: () => libraries.load('liquid-json'),
    os: once(os),
  };
}
