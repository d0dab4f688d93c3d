/** The differences of a collection that Bruno has written: the order of its entries and of its scripts. */

export interface BrunoCollection {
  /** True: post-response scripts run from the request up to the collection, which is Bruno's default. */
  runsRequestFirst: boolean;
  /** Values of the `.env` file, under names such as `process.env.NAME`. */
  processEnvironment: Readonly<Record<string, string>>;
}

/** @returns undefined for a collection that Bruno has not written: its root file has the member `extensions.bruno` */
export function brunoCollectionOf({ extensions }: { extensions?: unknown }): BrunoCollection | undefined {
  const bruno = (extensions as { bruno?: unknown } | null | undefined)?.bruno;
  if (typeof bruno !== 'object' || bruno === null) return undefined;
  const { flow } = ((bruno as { scripts?: unknown }).scripts ?? {}) as { flow?: unknown };
  return { runsRequestFirst: flow !== 'sequential', processEnvironment: {} };
}

interface Entry {
  seq: number;
  entries: readonly { item?: { kind: string; id: string } }[];
}

/**
 * Sorts folders before requests. A folder without `seq` is sorted by the name of its file; a folder with one is inserted
 * at that position.
 * @param sorted by `seq`; an absent `seq` is Infinity
 */
export function inBrunoOrder<T extends Entry>(sorted: readonly T[]): T[] {
  const isFolder = ({ entries }: T) => entries[0]?.item?.kind === 'folder';
  const fileOf = ({ entries }: T) => entries[0]?.item?.id ?? '';
  const folders = sorted.filter(isFolder).sort((a, b) => fileOf(a).localeCompare(fileOf(b), 'en'));
  return [...atBrunoPlaces(folders), ...sorted.filter((item) => !isFolder(item))];
}

/** @param byName folders, sorted by their names; those of equal `seq` share a position */
export function atBrunoPlaces<T extends { seq: number }>(byName: readonly T[]): T[] {
  const isNumbered = ({ seq }: T) => Number.isInteger(seq) && seq > 0;
  const places = byName.filter((item) => !isNumbered(item)).map((item) => [item]);
  for (const item of byName.filter(isNumbered).sort((a, b) => a.seq - b.seq)) {
    const there = places[item.seq - 1];
    if (there?.[0]?.seq === item.seq) there.push(item);
    else places.splice(item.seq - 1, 0, [item]);
  }
  return places.flat();
}
