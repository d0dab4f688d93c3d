/** The lines of a JSON body as a tree: the members of the expanded objects and lists, as far as they are read. */
import type { PlacedRow } from '../../../ui/lists/tree-item-attributes.ts';
import { visibleText } from '../../../../contract/visible-text.ts';

export interface JsonChild {
  key: string;
  type: string;
  text: string;
  size: number;
}
export interface LoadedChildren {
  children: JsonChild[];
  total: number;
}
export type JsonRow = PlacedRow & {
  /** Of a member, its own path; of the line that reads more members, the path of their object or list. */
  path: string[];
} & ({ kind: 'node'; child: JsonChild } | { kind: 'more'; notLoaded: number });

/** The key of the row, and of its children in `loaded`. */
export const rowKey = (path: readonly string[]): string => JSON.stringify(path);

/** @param open keys of the expanded rows; the body itself is one of them */
export function jsonRows(loaded: ReadonlyMap<string, LoadedChildren>, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (path: string[]) => {
    const parent = rowKey(path);
    const branch = loaded.get(parent);
    if (!branch || !open.has(parent)) return;
    const { children, total } = branch;
    const inList = children.every(({ key }, index) => key === String(index));
    const place = { parent, level: path.length + 1, siblings: total };
    for (const [index, child] of children.entries()) {
      const below = [...path, child.key];
      const key = rowKey(below);
      const isBranch = child.type === 'object' || child.type === 'array';
      const name = inList ? `[${child.key}]` : visibleText(child.key);
      const row: JsonRow = { kind: 'node', key, path: below, child, name, position: index + 1, ...place };
      rows.push(isBranch ? { ...row, expanded: open.has(key) } : row);
      if (isBranch) visit(below);
    }
    const notLoaded = total - children.length;
    if (notLoaded <= 0) return;
    const name = `${notLoaded.toLocaleString('en')} more…`;
    rows.push({
      kind: 'more',
      key: `more of ${parent}`,
      path,
      notLoaded,
      name,
      position: children.length + 1,
      ...place,
    });
  };
  visit([]);
  return rows;
}

/** The path as a script would write it after `pm.response.json()`. */
export const pathText = (path: readonly string[]): string =>
  path
    .map((key, index) =>
      /^(0|[1-9]\d*)$/.test(key)
        ? `[${key}]`
        : /^[A-Za-z_$][\w$]*$/.test(key)
          ? `${index > 0 ? '.' : ''}${key}`
          : `[${JSON.stringify(key)}]`,
    )
    .join('');
