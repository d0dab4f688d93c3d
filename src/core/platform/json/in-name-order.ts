/**
 * The fields in the order of the UTF-16 units of their names. Unlike an order of a language, it is the same on every
 * system and in every version of Node, which hashes over fields and committed files need.
 */
export const inNameOrder = <T>(fields: Iterable<readonly [name: string, value: T]>): (readonly [string, T])[] =>
  [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
