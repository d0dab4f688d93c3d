/** A notification's JSON, of unknown shape. */
export type Body = unknown;

const hasOwn = Object.hasOwn;
/** The cache is bounded, because only the program's own code passes paths. */
const keysOf = new Map<string, readonly string[]>();

/** The value at a dotted path; undefined where anything on the way is missing. */
export function at(body: Body, path: string): unknown {
  let keys = keysOf.get(path);
  if (!keys) keysOf.set(path, (keys = path.split('.')));
  let value: unknown = body;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The text at a path, or an empty one. */
export function text(body: Body, path: string): string {
  const value = at(body, path);
  return typeof value === 'string' ? value : '';
}
