/**
 * Meanings of fields, looked up by the whole path or by its last names, the longest first: `id` matches every `id`, and
 * `customer.id` those of customers.
 */

/** The number of names at the end of a path that are compared. */
const MAX_NAMES = 8;

/** @returns a function from a dotted path, with `[n]` for items of arrays, to its meaning or an empty text */
export function meaningsOf(meanings: Readonly<Record<string, string>>): (path: string) => string {
  const byPath = new Map(Object.entries(meanings));
  return (path) => {
    const names = path
      .replace(/\[\d+\]/g, '')
      .split('.')
      .slice(-MAX_NAMES);
    for (let from = 0; from < names.length; from += 1) {
      const meaning = byPath.get(names.slice(from).join('.'));
      if (meaning !== undefined) return meaning;
    }
    return '';
  };
}
