/**
 * Flattens values of a stopped script into the rows of a tree, so that a tree of any depth is rendered and navigated
 * line by line.
 */
import type { DebugProperties, DebugValue } from '../../../contract/debugger/debugger-calls.ts';

/** A root of the tree of values. */
export interface ValueRoot {
  /** Unique in the window. */
  path: string;
  name: string;
  /** Undefined while it is not known yet. */
  value?: DebugValue | undefined;
  /** The handle of a root without a value: a scope. */
  handle?: number | null;
  /** Shown for a missing value; absent: the text for an accessor. */
  absent?: string | undefined;
  threw?: boolean | undefined;
}
export interface ValueRow {
  path: string;
  name: string;
  /** How deep the row is nested, from 0. */
  depth: number;
  text: string;
  type: string;
  /** The handle for its members; null where it has none. */
  handle: number | null;
  isOpen: boolean;
  threw: boolean;
}

const MAX_DEPTH = 50;

/** Shown for an accessor, whose getter is not called. */
const GETTER = '(getter)';

/** The text as in a console: strings in quotes, functions in one line. */
export const valueText = (value: DebugValue | null, absent = GETTER): string => {
  if (!value) return absent;
  if (value.type === 'function') return value.text.replace(/\s+/g, ' ');
  return value.type === 'string' ? JSON.stringify(value.text) : value.text;
};

export function valueRows(
  roots: readonly ValueRoot[],
  { properties, expanded }: { properties: Readonly<Record<number, DebugProperties>>; expanded: ReadonlySet<string> },
): ValueRow[] {
  const rows: ValueRow[] = [];
  function add(row: Omit<ValueRow, 'isOpen'>, absent?: string): void {
    const isOpen = row.handle !== null && expanded.has(row.path);
    rows.push({ ...row, isOpen });
    if (!isOpen || row.handle === null || row.depth >= MAX_DEPTH) return;
    const child = { depth: row.depth + 1, threw: false };
    const contains = properties[row.handle];
    for (const [index, { name, value }] of (contains?.properties ?? []).entries()) {
      const { type = '', handle = null } = value ?? {};
      add({ ...child, path: `${row.path} / ${index} ${name}`, name, text: valueText(value, absent), type, handle });
    }
    const note = contains ? noteOf(contains, row.type) : '…';
    if (note !== '') add({ ...child, path: `${row.path} / more`, name: '', text: note, type: 'note', handle: null });
  }
  for (const { path, name, value, handle = value?.handle ?? null, absent, threw = false } of roots) {
    add({ path, name, depth: 0, text: value ? valueText(value) : '', type: value?.type ?? '', handle, threw }, absent);
  }
  return rows;
}

/** @param type of the value that has these properties */
function noteOf({ properties, more }: DebugProperties, type: string): string {
  if (more > 0) return `${more} more are not listed`;
  if (properties.length > 0) return '';
  return type === 'proxy' ? 'what a proxy contains is not shown' : 'empty';
}
