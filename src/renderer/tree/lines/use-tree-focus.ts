/** The focused line of the tree, and the rendered lines: the visible ones, and the focused one. */
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import type { RequestStore } from '../../collection/request-state.ts';
import { useRenderedLines, type Lines } from '../../ui/lists/use-rendered-lines.ts';
import { foldersAbove } from '../../collection/tree/folders-above.ts';
import type { TreeRow } from './tree-rows.ts';

const LINE_HEIGHT = 26;

export interface TreeFocus {
  /** The index in `rows` of the focused line. */
  index: number;
  lines: Lines;
  /** Scrolls to a line and focuses it. */
  focus: (index: number) => void;
  /** Records which line is focused. */
  setFocusedKey: (key: string) => void;
  /** Focuses a line as soon as it is rendered. */
  focusWhenRendered: (key: string) => void;
  /** Whether the focus is in the tree. */
  isFocused: () => boolean;
  /** Whether `focusWhenRendered` is still waiting for a line. */
  isPending: (key: string) => boolean;
}

export function useTreeFocus(rows: readonly TreeRow[], scroller: RefObject<HTMLDivElement | null>): TreeFocus {
  const activeId = useFrom('requests', (state) => state.activeId);
  const renaming = useFrom('requests', (state) => state.renaming);
  const [focusedKey, setFocusedKey] = useState<string>();
  const pendingKey = useRef<string>(undefined);
  const focusWhenRendered = useCallback((key: string) => {
    pendingKey.current = key;
  }, []);
  const isFocused = useCallback(() => scroller.current?.contains(document.activeElement) ?? false, [scroller]);
  const isPending = (key: string) => pendingKey.current === key;
  const index = Math.max(
    0,
    rows.findIndex(({ key }) => key === (focusedKey ?? activeId)),
  );
  const lines = useRenderedLines(scroller, { count: rows.length, index, height: LINE_HEIGHT });
  const focus = useCallback(
    (rowIndex: number) => {
      const row = rows[rowIndex];
      if (!row) return;
      pendingKey.current = row.key;
      setFocusedKey(row.key);
      lines.scrollToIndex(rowIndex);
    },
    [rows, lines],
  );
  useEffect(() => {
    if (pendingKey.current === undefined || renaming !== undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(pendingKey.current)}"]`);
    if (!line) return;
    pendingKey.current = undefined;
    focusUnlessInPalette(line);
  });
  // When the focused line is deleted, the line at its index is focused.
  const lastIndex = useRef(0);
  useEffect(() => {
    if (focusedKey === undefined || rows.some(({ key }) => key === focusedKey)) {
      lastIndex.current = index;
    } else if (pendingKey.current === focusedKey || document.activeElement === document.body) {
      focus(Math.min(lastIndex.current, rows.length - 1));
    }
  }, [rows, focusedKey, index, focus]);
  return { index, lines, focus, setFocusedKey, focusWhenRendered, isFocused, isPending };
}

/**
 * A palette that was opened since the line was to be focused keeps the focus, because the person types there. One that
 * has just closed is still drawn until the next frame.
 */
function focusUnlessInPalette(line: HTMLElement): void {
  const isInPalette = () => document.activeElement?.closest('[data-transient]') != null;
  const focusLine = () => {
    if (!isInPalette()) line.focus({ preventScroll: true });
  };
  if (isInPalette()) requestAnimationFrame(focusLine);
  else focusLine();
}

type Revealed = NonNullable<RequestStore['revealed']>;
/** What was revealed already: it does not get the focus once more when the tree is shown again. */
const revealedBefore = new WeakSet<Revealed>();

/**
 * Expands the folders of an item that is to be revealed, scrolls to its line, and focuses it. A search that does not
 * find it ends.
 */
export function useRevealedLine(
  rows: readonly TreeRow[],
  treeFocus: TreeFocus,
  search: { text: string; clear: () => void },
): void {
  const { requests: store } = useApp();
  const revealed = useFrom('requests', (state) => state.revealed);
  const { lines, focusWhenRendered, isPending, setFocusedKey } = treeFocus;
  const show = useEffectEvent(({ id, afterRemoval }: Revealed) => {
    // The person may have gone on before the host has reported that the item is deleted.
    if (afterRemoval && document.activeElement !== document.body) return;
    if (search.text !== '' && !rows.some(({ key }) => key === id)) {
      if (afterRemoval) return;
      search.clear();
    }
    store.getState().expand(foldersAbove(id));
    setFocusedKey(id);
    focusWhenRendered(id);
  });
  useEffect(() => {
    if (!revealed || revealedBefore.has(revealed)) return;
    revealedBefore.add(revealed);
    show(revealed);
  }, [revealed]);
  const revealedAt = revealed && isPending(revealed.id) ? rows.findIndex(({ key }) => key === revealed.id) : -1;
  useEffect(() => {
    if (revealedAt >= 0) lines.scrollToIndex(revealedAt, { align: 'center' });
  }, [lines, revealedAt]);
}

/** Scrolls to the line of the active tab when another one becomes active, and when a search ends. */
export function useActiveLine(
  rows: readonly TreeRow[],
  { lines, isFocused }: Pick<TreeFocus, 'lines' | 'isFocused'>,
  search: string,
): void {
  const activeId = useFrom('requests', (state) => state.activeId);
  const shownId = useRef<string>(undefined);
  const index = search === '' ? rows.findIndex(({ key }) => key === activeId) : -1;
  useEffect(() => {
    if (search !== '') shownId.current = undefined;
    if (index < 0 || shownId.current === activeId) return;
    shownId.current = activeId;
    // A person who works in the tree, for example deletes requests there, stays at that place.
    if (!isFocused()) lines.scrollToIndex(index);
  }, [lines, isFocused, search, activeId, index]);
}
