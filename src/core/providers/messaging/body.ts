/** A notification's JSON, of unknown shape. */
export type Body = unknown;

/** The cache is bounded, because only the program's own code passes paths. */
const keysOf = new Map<string, readonly string[]>();

/**
 * The value at a dotted path; undefined where anything on the way is missing. Inherited members are not excluded: no path
 * contains the name of one, and the check would double the time, thirty times for each received notification.
 */
export function at(body: Body, path: string): unknown {
  let keys = keysOf.get(path);
  if (!keys) keysOf.set(path, (keys = path.split('.')));
  let value: unknown = body;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The text at a path, or an empty one. */
export function text(body: Body, path: string): string {
  const value = at(body, path);
  return typeof value === 'string' ? value : '';
}
