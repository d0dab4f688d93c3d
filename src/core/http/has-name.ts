/**
 * Whether a header has this name, which is in lower case. Each response is searched for several names, and most names
 * differ in their length already.
 */
export const hasName = ({ name }: { name: string }, lowerName: string): boolean =>
  name.length === lowerName.length && name.toLowerCase() === lowerName;
