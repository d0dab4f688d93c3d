/**
 * Entries for libraries whose parts are evaluated when a script first uses them (src/sandbox/libraries/lazy-*.ts). The
 * lists of parts are read from the libraries themselves, so that a new version needs no change here.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { modulesInOneFunction } from './modules-in-one-function.ts';

/** Functions of lodash that share settings, counters or placeholders, and those that create chains. */
const inWholeLibrary = new Set([
  'bind',
  'bindAll',
  'bindKey',
  'callback',
  'chain',
  'curry',
  'curryRight',
  'iteratee',
  'mixin',
  'noConflict',
  'partial',
  'partialRight',
  'rearg',
  'runInContext',
  'tap',
  'template',
  'thru',
  'uniqueId',
]);
const folders = [
  '',
  'array',
  'collection',
  'date',
  'function',
  'lang',
  'math',
  'number',
  'object',
  'string',
  'utility',
];

/**
 * The modules of crypto-js beside its core, in the order of its index: each may use what the previous ones have added.
 */
const cryptoParts = [
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
  'hmac',
  'pbkdf2',
  'evpkdf',
  'cipher-core',
  'mode-cfb',
  'mode-ctr',
  'mode-ctr-gladman',
  'mode-ofb',
  'mode-ecb',
  'pad-ansix923',
  'pad-iso10126',
  'pad-iso97971',
  'pad-zeropadding',
  'pad-nopadding',
  'format-hex',
  'aes',
  'tripledes',
  'rc4',
  'rabbit',
  'rabbit-legacy',
];
const cryptoContainers = ['lib', 'enc', 'algo', 'x64', 'mode', 'pad', 'format', 'kdf'];

/**
 * @returns the source of the entry, by the name of the library
 * @param root the project's folder
 */
export function lazyLibraries(root: string): Record<string, () => string> {
  const require = createRequire(path.join(root, 'package.json'));
  const guest = (file: string) => JSON.stringify(path.join(root, 'src/sandbox/libraries', file));

  const lodash = (name: string, whole: string) => (): string => {
    const library = require(name) as Record<string, unknown>;
    const folderOfLibrary = path.join(root, 'node_modules', name);
    const modules = modulesInOneFunction();
    const cases = Object.keys(library)
      .filter((key) => typeof library[key] === 'function' && !inWholeLibrary.has(key))
      .flatMap((key) => {
        // A file such as `object.js` holds all functions of a category, not the function of that name.
        const file = folders
          .map((folder) => path.join(folderOfLibrary, folder, `${key}.js`))
          .find((candidate) => existsSync(candidate) && typeof require(candidate) === 'function');
        return file === undefined ? [] : [`case '${key}': return load(${modules.add(file)});`];
      });
    return `import { lazyFunctions } from ${guest('lazy-functions.ts')};
      ${modules.source()}
      const functionNamed = (name) => { switch (name) { ${cases.join('\n')} default: return undefined; } };
      export default lazyFunctions({ functionNamed, whole: () => require('${name}/${whole}') });`;
  };

  const cryptoJs = (): string => {
    const library = require('crypto-js/core') as Record<string, unknown>;
    require('crypto-js/lib-typedarrays'); // Modules that change members of the core and add none.
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

/** The members of crypto-js and of its containers: `SHA256`, `algo.SHA256`. */
function memberPaths(library: Record<string, unknown>): string[] {
  const inContainers = cryptoContainers.flatMap((name) =>
    Object.keys(library[name] ?? {}).map((key) => `${name}.${key}`),
  );
  return [...Object.keys(library), ...inContainers];
}
