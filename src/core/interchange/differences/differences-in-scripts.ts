/** Finds the known differences (`known-differences.ts`) that the scripts of an import rely on. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import { firstPlace, type ImportedItem, type ImportWarning } from '../imported/imported.ts';
import { knownDifferences } from './known-differences.ts';

export interface ScriptsOfImport {
  name: string;
  defaults?: RequestDefaults | undefined;
  items: readonly ImportedItem[];
}

/** @returns a warning for each difference: the first place that relies on it, and the number of further ones */
export function differencesInScripts(places: readonly PlaceWithScripts[]): ImportWarning[] {
  return knownDifferences.flatMap(({ inScripts }) => {
    if (!inScripts) return [];
    const matching = places.filter(({ code }) => inScripts.pattern.test(code));
    const [first, ...others] = matching;
    if (!first) return [];
    return [{ where: firstPlace(first.where, others.length), what: inScripts.what }];
  });
}

export interface PlaceWithScripts {
  /** The names of the folders and the request that contain the scripts. */
  where: string;
  scripts: string[];
  /** All scripts of the place. */
  code: string;
}

/** The collection, the folders and the requests that have scripts. */
export function* placesOf({ name, defaults, items }: ScriptsOfImport, where = ''): Generator<PlaceWithScripts> {
  if (defaults?.scripts) yield placeOf(where || name, defaults.scripts);
  for (const item of items) {
    const below = where === '' ? item.name : `${where} / ${item.name}`;
    if ('items' in item) yield* placesOf(item, below);
    else if (item.request.runtime?.scripts) yield placeOf(below, item.request.runtime.scripts);
  }
}

function placeOf(where: string, list: Scripts): PlaceWithScripts {
  const scripts = list.map(({ code }) => code);
  return { where, scripts, code: scripts.join('\n') };
}
