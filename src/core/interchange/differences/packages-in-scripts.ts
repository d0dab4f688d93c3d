/**
 * Finds the npm packages that the scripts of an import use: Postman downloads them while a script runs; here they are
 * added once.
 */
import { textHere } from '../../../contract/errors.ts';
import { packageKey, parsePackageName } from '../../packages/package-name.ts';
import type { PlaceWithScripts } from './differences-in-scripts.ts';
import type { ImportWarning } from '../imported/imported.ts';

const use = /\bpm\s*\.\s*require\(\s*(['"`])npm:([^'"`\s]{1,300})\1/g;

/** @returns a warning for each package: the first place that uses it, and the command that adds it */
export function packagesInScripts(all: readonly PlaceWithScripts[]): ImportWarning[] {
  const places = new Map<string, string>();
  for (const { where, code } of all) {
    for (const [, , text = ''] of code.matchAll(use)) {
      const key = keyOf(text);
      if (key !== undefined && !places.has(key)) places.set(key, where);
    }
  }
  return [...places].map(([key, where]) => ({
    where,
    what: `the package ${key}, which its script uses: ${textHere({
      window: `add npm:${key} with "Add package…"`,
      terminal: `add it with "outrigger add npm:${key}"`,
    })}`,
  }));
}

/** Undefined for an invalid package name, which must not appear in a command that a person is asked to copy. */
function keyOf(text: string): string | undefined {
  try {
    return packageKey(parsePackageName(text));
  } catch {
    return undefined;
  }
}
