import { isDeepStrictEqual } from 'node:util';
import type { CurrentValues } from '../../collection/variables/current-values.ts';

/**
 * Stores the global variables of an import, which no file of the workspace contains.
 * @param root real path of the workspace
 * @returns the names of those that had other values before
 */
export async function storeImportedGlobals(
  values: Pick<CurrentValues, 'of' | 'set'>,
  root: string,
  globals: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  if (Object.keys(globals).length === 0) return [];
  const owner = { workspace: root, collection: root, environment: undefined };
  const before = (await values.of(owner)).globals;
  await values.set(owner, 'globals', globals);
  return Object.entries(globals).flatMap(([name, value]) =>
    Object.hasOwn(before, name) && !isDeepStrictEqual(before[name], value) ? [name] : [],
  );
}
