/** The target line of an arrow key or a typed letter, as in the WAI-ARIA tree pattern. */

/** What the keys of a tree need of a line. */
export interface TreeLineRow {
  /** Identifies the line. */
  key: string;
  name: string;
  /** Undefined for a line without children. */
  expanded?: boolean;
  /** The key of the parent line. */
  parent: string | undefined;
}

export type TreeMove = { focus: number } | { toggle: string } | undefined;

/** @returns undefined for a key that does not move */
export function moveByKey(key: string, rows: readonly TreeLineRow[], index: number): TreeMove {
  const row = rows[index];
  const last = rows.length - 1;
  if (!row) return undefined;
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(index + 1, last) };
    case 'ArrowUp':
      return { focus: Math.max(index - 1, 0) };
    case 'Home':
      return { focus: 0 };
    case 'End':
      return { focus: last };
    case 'ArrowRight':
      if (row.expanded === false) return { toggle: row.key };
      return { focus: row.expanded && rows[index + 1]?.parent === row.key ? index + 1 : index };
    case 'ArrowLeft': {
      if (row.expanded) return { toggle: row.key };
      const parent = rows.findIndex(({ key: other }) => other === row.parent);
      return { focus: parent < 0 ? index : parent };
    }
    default:
      return undefined;
  }
}

/**
 * The next line whose name begins with the typed text. A single letter is searched after the present line, so that
 * typing it again moves on.
 */
export function moveByName(typed: string, rows: readonly TreeLineRow[], index: number): number | undefined {
  const from = typed.length > 1 ? index : index + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (from + step) % rows.length;
    if (rows[index]?.name.toLowerCase().startsWith(typed.toLowerCase())) return index;
  }
  return undefined;
}
