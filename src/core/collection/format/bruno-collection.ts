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
  const folders = sorted.filter((item) => isFolder(item) && !Number.isFinite(item.seq));
  for (const folder of sorted) {
    if (isFolder(folder) && Number.isFinite(folder.seq)) folders.splice(Math.max(0, folder.seq - 1), 0, folder);
  }
  return [...folders, ...sorted.filter((item) => !isFolder(item))];
}
