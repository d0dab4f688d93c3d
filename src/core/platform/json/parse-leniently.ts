/** Parses JSON by a schema, omitting only the parts that the schema refuses. */
import type * as z from 'zod';

type Path = readonly PropertyKey[];

export interface LenientResult<T> {
  value: T;
  /** The omitted parts, each as a path from the root. */
  refused: Path[];
}

/**
 * Omits the smallest refused part: a field, or if the schema requires the field, the entry that contains it. An array
 * is refused as a whole.
 * @param json is not changed
 * @returns undefined when the root itself is refused
 */
export function parseLeniently<T>(schema: z.ZodType<T>, json: unknown): LenientResult<T> | undefined {
  let input = json;
  const refusedPaths: Path[] = [];
  for (;;) {
    const parsed = schema.safeParse(input);
    if (parsed.success) return { value: parsed.data, refused: outermost(refusedPaths) };
    const paths = parsed.error.issues.map((issue) => existingPart(input, issue.path));
    if (paths.some((other) => other.length === 0)) return undefined;
    if (input === json) input = structuredClone(json);
    for (const path of paths) remove(input, path);
    refusedPaths.push(...paths);
  }
}

/** The longest existing part of the path: a missing field refuses its parent, an element its array. */
function existingPart(json: unknown, path: Path): Path {
  let value = json;
  for (const [depth, key] of path.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return path.slice(0, depth);
    if (Array.isArray(value)) return path.slice(0, depth);
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return path;
}

function remove(json: unknown, path: Path): void {
  let owner = json;
  for (const key of path.slice(0, -1)) owner = (owner as Record<PropertyKey, unknown> | undefined)?.[key];
  if (typeof owner === 'object' && owner !== null) Reflect.deleteProperty(owner, path.at(-1) ?? '');
}

/** Removes paths that are below another refused path. */
function outermost(paths: readonly Path[]): Path[] {
  const byKey = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...byKey.values()].filter(
    (path) => !path.some((_key, depth) => byKey.has(JSON.stringify(path.slice(0, depth)))),
  );
}
