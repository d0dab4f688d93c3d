/**
 * Meanings of fields, looked up by the whole path or by its last names, the longer first: `id` is for every `id`, and
 * `customer.id` for those of a customer.
 */

/** More names of a path are not looked at. */
const MAX_NAMES = 8;

/** @returns for a dotted path, with `[n]` for the items of arrays: its meaning, or an empty text */
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
