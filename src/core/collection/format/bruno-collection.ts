/** The differences of a collection that Bruno has written: the order of its entries and of its scripts. */
import type { CollectionFile } from './file-shapes.ts';

export interface BrunoCollection {
  /** True: post-response scripts run from the request up to the collection, which is Bruno's default. */
  runsRequestFirst: boolean;
  /** Values of the `.env` file, under names such as `process.env.NAME`. */
  processEnvironment: Readonly<Record<string, string>>;
}

/** @returns undefined for a collection that Bruno has not written: its root file has the member `extensions.bruno` */
export function brunoCollectionOf({ extensions }: CollectionFile): BrunoCollection | undefined {
  const bruno = (extensions as { bruno?: unknown } | null | undefined)?.bruno;
  if (typeof bruno !== 'object' || bruno === null) return undefined;
  const { flow } = ((bruno as { scripts?: unknown }).scripts ?? {}) as { flow?: unknown };
  return { runsRequestFirst: flow !== 'sequential', processEnvironment: {} };
}

interface Entry {
  seq: number;
  entries: readonly { item?: { kind: string } }[];
}

/**
 * Sorts folders before requests. A folder without `seq` is sorted by name; a folder with one is inserted at that
 * position.
 * @param sorted by `seq`, then by name; an absent `seq` is Infinity
 */
export function inBrunoOrder<T extends Entry>(sorted: readonly T[]): T[] {
  const isFolder = ({ entries }: T) => entries[0]?.item?.kind === 'folder';
  return [...atBrunoPlaces(sorted.filter(isFolder)), ...sorted.filter((item) => !isFolder(item))];
}

/** @param sorted folders by `seq`, then by name; folders of equal `seq` share a position */
export function atBrunoPlaces<T extends { seq: number }>(sorted: readonly T[]): T[] {
  const isNumbered = ({ seq }: T) => Number.isInteger(seq) && seq > 0;
  const places = sorted.filter((item) => !isNumbered(item)).map((item) => [item]);
  for (const item of sorted.filter(isNumbered)) {
    const there = places[item.seq - 1];
    if (there?.[0]?.seq === item.seq) there.push(item);
    else places.splice(item.seq - 1, 0, [item]);
  }
  return places.flat();
}
