/**
 * Entries of libraries for scripts whose parts are evaluated when a script first uses them (src/sandbox/lazy-*.ts). The
 * lists of parts are read from the libraries themselves, so that a new version needs no change here.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Functions of lodash that share settings, counters or placeholders with each other, and those that make chains. */
const inWholeLibrary = new Set([
  ...['bind', 'bindAll', 'bindKey', 'callback', 'chain', 'curry', 'curryRight', 'iteratee', 'mixin', 'noConflict'],
  ...['partial', 'partialRight', 'rearg', 'runInContext', 'tap', 'template', 'thru', 'uniqueId'],
]);
const folders = [
  ...['', 'array', 'collection', 'date', 'function', 'lang', 'math', 'number', 'object', 'string', 'utility'],
];

/** Modules of crypto-js beside its core, in the order of its own index: each may read what those before it have added. */
const cryptoParts = [
  ...[
    'x64-core',
    'enc-utf16',
    'enc-base64',
    'md5',
    'sha1',
    'sha256',
    'sha224',
    'sha512',
    'sha384',
    'sha3',
    'ripemd160',
  ],
  ...['hmac', 'pbkdf2', 'evpkdf', 'cipher-core', 'mode-cfb', 'mode-ctr', 'mode-ctr-gladman', 'mode-ofb', 'mode-ecb'],
  ...['pad-ansix923', 'pad-iso10126', 'pad-iso97971', 'pad-zeropadding', 'pad-nopadding', 'format-hex'],
  ...['aes', 'tripledes', 'rc4', 'rabbit', 'rabbit-legacy'],
];
const cryptoContainers = ['lib', 'enc', 'algo', 'x64', 'mode', 'pad', 'format', 'kdf'];

/** @returns the source of the entry, by the name of the library; @param root the project's folder */
export function lazyLibraries(root: string): Record<string, () => string> {
  const require = createRequire(path.join(root, 'package.json'));
  const guest = (file: string) => JSON.stringify(path.join(root, 'src/sandbox', file));

  const lodash = (name: string, whole: string) => (): string => {
    const library = require(name) as Record<string, unknown>;
    const cases = Object.keys(library)
      .filter((key) => typeof library[key] === 'function' && !inWholeLibrary.has(key))
      .flatMap((key) => {
        const folder = folders.find((one) => existsSync(path.join(root, 'node_modules', name, one, `${key}.js`)));
        return folder === undefined ? [] : [`case '${key}': return require('${path.posix.join(name, folder, key)}');`];
      });
    return `import { lazyFunctions } from ${guest('lazy-functions.ts')};
      const one = (name) => { switch (name) { ${cases.join('\n')} default: return undefined; } };
      export default lazyFunctions({ one, whole: () => require('${name}/${whole}') });`;
  };

  const cryptoJs = (): string => {
    const library = require('crypto-js/core') as Record<string, unknown>;
    require('crypto-js/lib-typedarrays'); // changes what the core has, and adds nothing
    const known = new Set(memberPaths(library));
    const entries = cryptoParts.flatMap((file) => {
      require(`crypto-js/${file}`);
      const added = memberPaths(library).filter((member) => !known.has(member));
      for (const member of added) known.add(member);
      return added.map((member) => `'${member}': () => require('crypto-js/${file}')`);
    });
    return `import { lazyMembers } from ${guest('lazy-members.ts')};
      const library = require('crypto-js/core');
      require('crypto-js/lib-typedarrays');
      lazyMembers(library, { ${entries.join(',\n')} });
      export default library;`;
  };

  return { lodash: lodash('lodash', 'lodash'), lodash3: lodash('lodash3', 'index'), 'crypto-js': cryptoJs };
}

/** The members of crypto-js, and those of its containers: `SHA256`, `algo.SHA256`. */
function memberPaths(library: Record<string, unknown>): string[] {
  const inContainers = cryptoContainers.flatMap((name) =>
    Object.keys(library[name] ?? {}).map((key) => `${name}.${key}`),
  );
  return [...Object.keys(library), ...inContainers];
}
