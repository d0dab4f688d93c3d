/** Finds headers by their names, whose case does not matter. */

/**
 * Whether a header has this name, which is in lower case. Each response is searched for several names, and most names
 * differ in their length already.
 */
export const hasName = ({ name }: { name: string }, lowerName: string): boolean =>
  name.length === lowerName.length && name.toLowerCase() === lowerName;

// Loops that compare the names themselves: these two functions are called several times for each request of a load.

/** The value of the first header of this name, which is in lower case. */
export function headerValueOf(
  headers: readonly { name: string; value: string }[],
  lowerName: string,
): string | undefined {
  for (const { name, value } of headers)
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) return value;
  return undefined;
}

/** The values of all headers of this name, which is in lower case. */
export function headerValuesOf(headers: readonly { name: string; value: string }[], lowerName: string): string[] {
  const values: string[] = [];
  for (const { name, value } of headers)
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) values.push(value);
  return values;
}

/** Bruno's client library writes these names in this spelling, however a request does. */
const spellings: ReadonlyMap<string, string> = new Map(
  ['Accept', 'Content-Type', 'User-Agent'].map((name) => [name.toLowerCase(), name]),
);
export const nameLikeBruno = (name: string): string => spellings.get(name.toLowerCase()) ?? name;
