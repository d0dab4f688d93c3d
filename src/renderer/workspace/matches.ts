/** Whether a name has every word of a search in it, in any order, upper case or lower case. */
export function matches(name: string, search: string): boolean {
  const lower = name.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
