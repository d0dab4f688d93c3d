/** Modules of Node that Postman's scripts can `require` without anything of Node behind them. */
import type { Libraries } from './libraries.ts';
import { createNodeCrypto } from './node-crypto.ts';
import type { WebGlobals } from '../web/web-globals.ts';

const MAX_STRING_LENGTH = 2 ** 29 - 24;

/** A computer without anything that a script could find out about it, as in Postman. */
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

function buffer(libraries: Libraries, web: WebGlobals): object {
  const library = libraries.load<{ kMaxLength: number }>('buffer');
  const { Blob, File } = web.blobs();
  return {
    ...library,
    kStringMaxLength: MAX_STRING_LENGTH,
    constants: { MAX_LENGTH: library.kMaxLength, MAX_STRING_LENGTH },
    ...{ Blob, File, ...web.codecs() },
  };
}

export function createNodeModules(libraries: () => Libraries, web: () => WebGlobals): Record<string, () => unknown> {
  const modules = new Map<string, unknown>();
  const once = (name: string, make: () => unknown) => () => {
    if (!modules.has(name)) modules.set(name, make());
    return modules.get(name);
  };
  return {
    crypto: once('crypto', () => createNodeCrypto(libraries(), () => web().crypto())),
    buffer: once('buffer', () => buffer(libraries(), web())),
    fs: once('fs', () => ({})),
    json: () => libraries().load('liquid-json'),
    os: once('os', os),
  };
}
