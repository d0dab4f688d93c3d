/** The headers with `changes`, which replace all headers of the same names. */
export function replaceHeaders<T extends { name: string }>(headers: readonly T[], changes: readonly T[]): T[] {
  if (changes.length === 0) return [...headers];
  const names = new Set(changes.map(({ name }) => name.toLowerCase()));
  return [...headers.filter(({ name }) => !names.has(name.toLowerCase())), ...changes];
}
