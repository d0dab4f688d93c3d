/** The place to which a key moves a request or folder among the others of the collection. */
import type { TreeItem } from '../../contract/collection/collection.ts';

export type MoveDirection = 'up' | 'down' | 'into' | 'out';
type ItemInTree = Pick<TreeItem, 'id' | 'parent' | 'kind'>;

export interface Place {
  parent: string;
  /** The item that follows it there; null: it is the last one. */
  before: string | null;
}

/**
 * `up` and `down` pass one neighbour in the same folder; `into` goes to the end of the nearest folder above it in that folder,
 * and `out` to the place after its folder.
 * @param items all items in the order of the tree
 * @returns undefined when there is no such place
 */
export function placeOf(items: readonly ItemInTree[], id: string, direction: MoveDirection): Place | undefined {
  const item = items.find((one) => one.id === id);
  if (!item) return undefined;
  const { parent } = item;
  const neighbours = neighboursIn(items, parent);
  const index = neighbours.indexOf(item);
  switch (direction) {
    case 'up':
      return index === 0 ? undefined : { parent, before: neighbours[index - 1]?.id ?? null };
    case 'down':
      return index === neighbours.length - 1 ? undefined : { parent, before: neighbours[index + 2]?.id ?? null };
    case 'into': {
      const folder = neighbours.slice(0, index).findLast(({ kind }) => kind === 'folder');
      return folder && { parent: folder.id, before: null };
    }
    case 'out': {
      const folder = items.find((one) => one.id === parent);
      if (!folder) return undefined;
      const others = neighboursIn(items, folder.parent);
      return { parent: folder.parent, before: others[others.indexOf(folder) + 1]?.id ?? null };
    }
    default:
      return direction satisfies never;
  }
}

/** The line that gets the focus when an item is deleted: the next one that stays, else the one above it. */
export function lineAfterRemoval(items: readonly ItemInTree[], id: string): string | undefined {
  const item = items.find((one) => one.id === id);
  if (!item) return undefined;
  const next = items.slice(items.indexOf(item) + 1).find((one) => !one.id.startsWith(`${id}/`));
  if (next) return next.id;
  const neighbours = neighboursIn(items, item.parent);
  return neighbours[neighbours.indexOf(item) - 1]?.id ?? (item.parent === '' ? undefined : item.parent);
}

const neighboursIn = <T extends ItemInTree>(items: readonly T[], parent: string): T[] =>
  items.filter((one) => one.parent === parent);
