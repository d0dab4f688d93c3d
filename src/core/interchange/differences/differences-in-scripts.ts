/** Finds the known differences (`known-differences.ts`) that the scripts of an import rely on. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { ImportedItem, ImportWarning } from '../imported/imported.ts';
import { knownDifferences } from './known-differences.ts';

export interface ScriptsOfImport {
  name: string;
  defaults?: RequestDefaults | undefined;
  items: readonly ImportedItem[];
}

/** @returns a warning for each difference: the first place that relies on it, and the number of further ones */
export function differencesInScripts(collection: ScriptsOfImport): ImportWarning[] {
  const places = [...placesOf(collection)];
  return knownDifferences.flatMap(({ inScripts }) => {
    if (!inScripts) return [];
    const matching = places.filter(({ code }) => inScripts.pattern.test(code));
    const [first, ...others] = matching;
    if (!first) return [];
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return [{ where: `${first.where}${more}`, what: inScripts.what }];
  });
}

/** The scripts of a collection, each with the names of the folders and the request that contain it. */
export function* placesOf(
  { name, defaults, items }: ScriptsOfImport,
  where = '',
): Generator<{ where: string; code: string }> {
  if (defaults?.scripts) yield { where: where || name, code: codeOf(defaults.scripts) };
  for (const item of items) {
    const below = where === '' ? item.name : `${where} / ${item.name}`;
    if ('items' in item) yield* placesOf(item, below);
    else if (item.request.runtime?.scripts) yield { where: below, code: codeOf(item.request.runtime.scripts) };
  }
}

const codeOf = (scripts: Scripts): string => scripts.map(({ code }) => code).join('\n');
