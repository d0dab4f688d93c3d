/** What scripts of a Bruno collection can require besides whole libraries: single files of lodash and crypto-js. */
import type { Fields } from '../channel.ts';

/** Files of crypto-js that export all of it, because each of the others adds its part to that object. */
const wholeOfCryptoJs = new Set(['core', 'cipher-core', 'crypto-js', 'index', 'x64-core']);
/** `enc-hex` exports `enc.Hex`. */
const GROUP_OF_CRYPTO_JS = /^(enc|mode|pad|format)-(.+)$/;

/**
 * The exports of a file of a library, such as `lodash/get` or `crypto-js/hmac-sha256`: a part of the whole library.
 * @param load returns the exports of the library
 * @returns undefined where there is no such file
 */
export function fileOfLibrary(name: string, load: (library: 'lodash' | 'crypto-js') => Fields): unknown {
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
