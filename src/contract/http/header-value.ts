/** Finds headers by their names, whose case does not matter. */

/**
 * Whether a header has this name, which is in lower case. Each response is searched for several names, and most names
 * differ in their length already.
 */
export const hasName = ({ name }: { name: string }, lowerName: string): boolean =>
  name.length === lowerName.length && name.toLowerCase() === lowerName;

/** The value of the first header of this name, which is in lower case. */
export const headerValueOf = (
  headers: readonly { name: string; value: string }[],
  lowerName: string,
): string | undefined => headers.find((header) => hasName(header, lowerName))?.value;

/** The values of all headers of this name, which is in lower case. */
export const headerValuesOf = (headers: readonly { name: string; value: string }[], lowerName: string): string[] =>
  headers.filter((header) => hasName(header, lowerName)).map(({ value }) => value);
