/**
 * `require` of libraries, of the modules that the realm implements, and in scripts of a Bruno collection of single files
 * of lodash and crypto-js.
 */
import { modulesOnlyInBruno, refusedModulesOfNode } from '../../contract/scripts/bruno-missing.ts';
import { brunoLibraries, scriptLibraries } from '../../contract/scripts/guest-operations.ts';
import type { Fields } from '../channel.ts';
import { defineHidden, PlainError, toText, PlainSet } from '../primordials.ts';

/** Modules of Postman's scripts that do not exist here, with replacements. */
const absent: Record<string, string> = {
  backbone: 'Backbone is not available. Use classes and plain objects.',
  sugar: 'SugarJS is not a module: its methods of texts, lists, dates and numbers are available without require.',
};

/** An error with the text that it has in Postman, because scripts and their tests compare it. */
function missing(name: string, remedy: string): Error {
  const error = Object.assign(new PlainError(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  // Not listed: `console.log(error)` shows what it does elsewhere.
  return defineHidden(error, 'remedy', remedy) as Error;
}

/** @param modules the names of those that the realm implements */
function notAvailable(name: string, isOfBruno: boolean, modules: readonly string[]): Error {
  const replacement = Object.hasOwn(absent, name) ? absent[name] : undefined;
  if (replacement !== undefined) return missing(name, replacement);
  const instead = isOfBruno && Object.hasOwn(modulesOnlyInBruno, name) ? modulesOnlyInBruno[name] : undefined;
  if (instead !== undefined) return missing(name, `${name} is not available in Outrigger: ${instead}.`);
  const brunoNames = isOfBruno ? Object.keys(brunoLibraries) : [];
  const names = [...new PlainSet([...scriptLibraries, ...brunoNames, ...modules])]
    .filter((module) => !refusedModulesOfNode.includes(module))
    .sort();
  return missing(
    name,
    `Scripts can require: ${names.join(', ')}; and npm packages that were added to the workspace (outrigger add npm:<name>).`,
  );
}

export interface RequireLibrary {
  /** Whether a script's `require(name)` has exports, or an error of its own for a missing library. */
  has(name: unknown): boolean;
  /** The exports for a script's `require(name)`. @throws an error whose remedy lists the available libraries */
  require(name: unknown): unknown;
}

export interface RequireLibraryParts {
  /** Whether the script is one of a Bruno collection, and gets the libraries that come with Bruno. */
  isOfBruno: () => boolean;
  /** Modules that the realm implements itself, by name. Called when a script requires a name that is not a library. */
  builtIn: () => Record<string, () => unknown>;
  /** Returns the exports of a chunk. */
  use: (chunk: string) => unknown;
}

export function createRequireLibrary({ use, isOfBruno, builtIn }: RequireLibraryParts): RequireLibrary {
  const nameOf = (specifier: unknown) => toText(specifier).replace(/^node:/, '');
  const chunkOfBruno = (name: string) =>
    isOfBruno() && Object.hasOwn(brunoLibraries, name) ? brunoLibraries[name] : undefined;
  const fileOfBruno = (name: string) =>
    isOfBruno() ? fileOfLibrary(name, (library) => use(chunkOfBruno(library) ?? library) as Fields) : undefined;
  return {
    has(specifier) {
      const name = nameOf(specifier);
      return (
        scriptLibraries.includes(name) ||
        chunkOfBruno(name) !== undefined ||
        Object.hasOwn(absent, name) ||
        Object.hasOwn(builtIn(), name) ||
        fileOfBruno(name) !== undefined
      );
    },
    require(specifier) {
      const name = nameOf(specifier);
      const chunk = chunkOfBruno(name);
      if (chunk !== undefined) return use(chunk);
      if (scriptLibraries.includes(name)) return use(name);
      const modules = builtIn();
      const create = Object.hasOwn(modules, name) ? modules[name] : undefined;
      if (create) return create();
      const file = fileOfBruno(name);
      if (file !== undefined) return file;
      throw notAvailable(name, isOfBruno(), Object.keys(modules));
    },
  };
}

/** Files of crypto-js that export all of it, because each of the others adds its part to that object. */
const wholeOfCryptoJs = new PlainSet(['core', 'cipher-core', 'crypto-js', 'index', 'x64-core']);
/** `enc-hex` exports `enc.Hex`. */
const GROUP_OF_CRYPTO_JS = /^(enc|mode|pad|format)-(.+)$/;

/**
 * The exports of a file of a library, such as `lodash/get` or `crypto-js/hmac-sha256`: a part of the whole library.
 * @param load returns the exports of the library
 * @returns undefined where there is no such file
 */
function fileOfLibrary(name: string, load: (library: 'lodash' | 'crypto-js') => Fields): unknown {
  const [, library, file = ''] = /^(lodash|crypto-js)\/([\w-]+)(?:\.js)?$/.exec(name) ?? [];
  if (library === 'lodash') return Object.hasOwn(load(library), file) ? load(library)[file] : undefined;
  if (library !== 'crypto-js') return undefined;
  const all = load(library);
  if (wholeOfCryptoJs.has(file)) return all;
  if (file === 'lib-typedarrays') return (all['lib'] as Fields)['WordArray'];
  const [, group, member] = GROUP_OF_CRYPTO_JS.exec(file) ?? [];
  return group === undefined ? memberOf(all, file) : memberOf(all[group] as Fields, member ?? '');
}

/** `hmac-sha256` is the member `HmacSHA256`. */
function memberOf(owner: Fields, file: string): unknown {
  const lettersOf = (name: string) => name.replaceAll('-', '').toLowerCase();
  const key = Object.keys(owner).find((name) => lettersOf(name) === lettersOf(file));
  return key === undefined ? undefined : owner[key];
}
