/** The order of a run's requests, as shown by the runner's tree. */
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { foldersAbove } from '../../collection/tree/folders-above.ts';

/** For each folder with a different order than in the collection, the ids of its children in the order of the run. */
export type RunOrder = Record<string, string[]>;
export type CheckState = 'all' | 'some' | 'none';

/**
 * The items in the order of the run, each folder before its content. Items that the order does not contain come last.
 */
export function inRunOrder(items: readonly TreeItem[], order: RunOrder): TreeItem[] {
  const children = Map.groupBy(items, ({ parent }) => parent);
  const below = (folder: string): TreeItem[] => {
    const positions = new Map(order[folder]?.map((id, position) => [id, position]));
    const positionOf = ({ id }: TreeItem) => positions.get(id) ?? Infinity;
    const itemsOfFolder = [...(children.get(folder) ?? [])];
    if (positions.size > 0)
      itemsOfFolder.sort((a, b) => (positionOf(a) === positionOf(b) ? 0 : positionOf(a) - positionOf(b)));
    return itemsOfFolder.flatMap((item) => (item.kind === 'folder' ? [item, ...below(item.id)] : [item]));
  };
  return below('');
}

/** The order after moving an item before a neighbour in its folder; unchanged for items of different folders. */
export function movedBefore(items: readonly TreeItem[], order: RunOrder, id: string, before: string | null): RunOrder {
  const moved = items.find((item) => item.id === id);
  if (!moved || id === before) return order;
  const siblings = inRunOrder(items, order).filter(({ parent }) => parent === moved.parent);
  if (before !== null && !siblings.some((item) => item.id === before)) return order;
  const otherIds = siblings.map((item) => item.id).filter((item) => item !== id);
  const position = before === null ? otherIds.length : otherIds.indexOf(before);
  return { ...order, [moved.parent]: otherIds.toSpliced(position, 0, id) };
}

/** The order after swapping an item with the neighbour above (-1) or below (1). */
export function movedBy(items: readonly TreeItem[], order: RunOrder, id: string, step: -1 | 1): RunOrder {
  const parent = items.find((item) => item.id === id)?.parent;
  const siblings = inRunOrder(items, order).filter((item) => item.parent === parent);
  const index = siblings.findIndex((item) => item.id === id);
  if (index < 0 || !siblings[index + step]) return order;
  return movedBefore(items, order, id, siblings[step < 0 ? index - 1 : index + 2]?.id ?? null);
}

/** The requests of a folder, or the request itself; all requests for an empty id. */
export function requestsOf(items: readonly TreeItem[], id: string): string[] {
  return items
    .filter((item) => item.kind === 'request' && (id === '' || item.id === id || item.id.startsWith(`${id}/`)))
    .map((item) => item.id);
}

/** For each folder, whether its requests are checked. */
export function checkedFolders(items: readonly TreeItem[], selected: ReadonlySet<string>): Map<string, CheckState> {
  const counts = new Map<string, { all: number; checked: number }>();
  for (const { kind, id } of items) {
    if (kind !== 'request') continue;
    for (const folder of foldersAbove(id)) {
      const count = counts.get(folder) ?? { all: 0, checked: 0 };
      counts.set(folder, { all: count.all + 1, checked: count.checked + (selected.has(id) ? 1 : 0) });
    }
  }
  return new Map(
    [...counts].map(([folder, { all, checked }]) => [
      folder,
      checked === 0 ? 'none' : checked === all ? 'all' : 'some',
    ]),
  );
}
