/** Finds the known differences (`known-differences.ts`) that the requests of an import rely on. */
import { firstPlace, type ImportedItem, type ImportWarning } from '../imported/imported.ts';
import { knownDifferences } from './known-differences.ts';

/** @returns a warning for each difference: the first item that relies on it, and the number of further ones */
export function differencesInRequests(items: readonly ImportedItem[]): ImportWarning[] {
  const places = [...placesOf(items)];
  return knownDifferences.flatMap(({ inItems }) => {
    if (!inItems) return [];
    const [first, ...others] = places.filter(({ item }) => inItems.isUsedBy(item));
    if (!first) return [];
    return [{ where: firstPlace(first.where, others.length), what: inItems.what }];
  });
}

function* placesOf(items: readonly ImportedItem[], above = ''): Generator<{ where: string; item: ImportedItem }> {
  for (const item of items) {
    const where = above === '' ? item.name : `${above} / ${item.name}`;
    yield { where, item };
    if ('items' in item) yield* placesOf(item.items, where);
  }
}
