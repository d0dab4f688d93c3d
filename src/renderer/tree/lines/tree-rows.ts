/** The lines of the tree from top to bottom: the content of expanded folders, or the matches of a search. */
import type { TreeItem } from '../../../contract/collection/collection.ts';
import type { PlacedRow } from '../../ui/lists/tree-item-attributes.ts';

/** The key of an example consists of the id of its request and its number. */
export interface TreeRow extends PlacedRow {
  /** The request or folder. */
  id: string;
  kind: 'folder' | 'request' | 'untitled' | 'example';
  /** Of an example the status of its response, or empty. */
  method: string;
  /** The number of an example among those of its request, from 0. */
  example?: number;
}
/** A request without a file. */
export type UntitledItem = Pick<TreeRow, 'id' | 'name' | 'method'>;
type UnplacedRow = Omit<TreeRow, 'position' | 'siblings'>;

/**
 * @param toggled collapsed folders, and requests whose examples are shown
 * @param search matches name, method and path; all folders with matches are then expanded
 */
export function treeRows(options: {
  items: readonly TreeItem[];
  untitled: readonly UntitledItem[];
  toggled: ReadonlySet<string>;
  search: string;
}): TreeRow[] {
  const { items, untitled, toggled, search } = options;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (item: UntitledItem) => {
    const text = `${item.method} ${item.name} ${item.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const rows: UnplacedRow[] = untitled
    .filter(isFound)
    .map((item) => ({ ...item, key: item.id, kind: 'untitled', level: 1, parent: undefined }));
  const shownIds =
    words.length > 0 ? withFolders(items, new Set(items.filter(isFound).map(({ id }) => id))) : undefined;
  /** Levels of the expanded folders. */
  const levels = new Map<string, number>([['', 0]]);
  for (const item of items) {
    const above = levels.get(item.parent);
    if (above === undefined || shownIds?.has(item.id) === false) continue;
    const { id, kind, name, method, examples = [] } = item;
    const level = above + 1;
    const isFolder = kind === 'folder';
    const expanded = isFolder ? shownIds !== undefined || !toggled.has(id) : toggled.has(id);
    rows.push({
      key: id,
      id,
      kind,
      name,
      method,
      level,
      ...(isFolder || examples.length > 0 ? { expanded } : {}),
      parent: item.parent === '' ? undefined : item.parent,
    });
    if (!expanded) continue;
    if (isFolder) levels.set(id, level);
    for (const [example, { name, status }] of examples.entries()) {
      rows.push({
        id,
        kind: 'example',
        level: level + 1,
        parent: id,
        key: `${id}\n${example}`,
        name,
        method: status === null ? '' : String(status),
        example,
      });
    }
  }
  return withPositions(rows);
}

/** Screen readers cannot count the lines, of which only visible ones are rendered. */
function withPositions(rows: readonly UnplacedRow[]): TreeRow[] {
  const counts = new Map<string | undefined, number>();
  const positions = rows.map(({ parent }) => {
    const position = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, position);
    return position;
  });
  return rows.map((row, index) => ({
    ...row,
    position: positions[index] ?? 0,
    siblings: counts.get(row.parent) ?? 0,
  }));
}

/** The matches, with their ancestor folders. */
function withFolders(items: readonly TreeItem[], matchingIds: ReadonlySet<string>): Set<string> {
  const parents = new Map(items.map(({ id, parent }) => [id, parent]));
  const included = new Set<string>();
  for (const id of matchingIds) {
    for (
      let ancestor: string | undefined = id;
      ancestor !== undefined && ancestor !== '' && !included.has(ancestor);
      ancestor = parents.get(ancestor)
    ) {
      included.add(ancestor);
    }
  }
  return included;
}
