import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { toFailure } from '../../../../contract/errors.ts';
import { useApp } from '../../../context/app-context.ts';
import { isMac } from '../../../context/commands/commands.ts';
import { moveByKey, moveByName } from '../../../ui/lists/tree-keys.ts';
import { useRenderedLines } from '../../../ui/lists/use-rendered-lines.ts';
import { useTypeAhead } from '../../../ui/lists/use-type-ahead.ts';
import { showError } from '../../../ui/messages/notify.ts';
import { JsonTreeLine } from './JsonTreeLine.tsx';
import { jsonRows, pathText, rowKey, type JsonRow, type LoadedChildren } from './json-rows.ts';
import classes from '../../response.module.css';
import shared from '../../../ui/shared.module.css';

const PAGE = 500;
const LINE_HEIGHT = 22;

/** The body as a tree; members are read when they are expanded. */
export function JsonTree({ runId }: { runId: string }) {
  const { rows, problem, act } = useJsonRows(runId);
  const scroller = useRef<HTMLDivElement>(null);
  const pendingKey = useRef<string>(undefined);
  const [focusedKey, setFocusedKey] = useState<string>();
  const typeAhead = useTypeAhead();
  /** The index of the line that reads more members, until the first of them takes its place and the focus. */
  const readingAt = useRef<number>(undefined);
  const index = Math.max(
    0,
    rows.findIndex(({ key }) => key === focusedKey),
  );
  const lines = useRenderedLines(scroller, { count: rows.length, index, height: LINE_HEIGHT });
  const focus = (to: number) => {
    const row = rows[to];
    if (!row) return;
    pendingKey.current = row.key;
    setFocusedKey(row.key);
    lines.scrollToIndex(to);
  };
  useEffect(() => {
    if (pendingKey.current === undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(pendingKey.current)}"]`);
    if (!line) return;
    pendingKey.current = undefined;
    line.focus({ preventScroll: true });
  });
  const focusRead = useEffectEvent(() => {
    const at = readingAt.current;
    if (at === undefined || rows[at]?.kind !== 'node') return;
    readingAt.current = undefined;
    focus(at);
  });
  useEffect(() => focusRead(), [rows]);
  const actOn = (row: JsonRow) => {
    readingAt.current = row.kind === 'more' ? rows.indexOf(row) : undefined;
    act(row);
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[index];
    if (!row || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'c' || row.kind === 'more' || hasSelection()) return;
      void navigator.clipboard.writeText(pathText(row.path)).catch(showError);
    } else {
      const move = moveByKey(event.key, rows, index);
      if (move && 'focus' in move) focus(move.focus);
      else if (move || event.key === 'Enter' || event.key === ' ') actOn(row);
      else if (event.key.length === 1) focus(moveByName(typeAhead(event.key), rows, index) ?? index);
      else return;
    }
    event.preventDefault();
  };
  if (problem) return <p className={shared['quiet']}>{problem}</p>;
  return (
    <div ref={scroller} className={classes['tree']}>
      <div
        role="tree"
        aria-label="Tree of the body"
        aria-keyshortcuts={isMac ? 'Meta+C' : 'Control+C'}
        style={{ height: lines.getTotalSize(), position: 'relative' }}
        onKeyDown={onKey}
      >
        {lines.getVirtualItems().map(({ index: at, start }) => {
          const row = rows[at];
          return (
            row && (
              <JsonTreeLine
                key={row.key}
                row={row}
                start={start}
                isTabStop={at === index}
                onFocus={() => setFocusedKey(row.key)}
                onClick={() => !hasSelection() && actOn(row)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Whether text is selected: the keys that copy then copy it, and the click that ended the selection does nothing else. */
const hasSelection = (): boolean => window.getSelection()?.isCollapsed === false;

/** The lines, why there are none, and what expands, collapses or reads more. */
function useJsonRows(runId: string): { rows: JsonRow[]; problem: string | undefined; act: (row: JsonRow) => void } {
  const { response: store } = useApp();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, LoadedChildren>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([rowKey([])]));
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    store
      .getState()
      .children(runId, [], 0, PAGE)
      .then((read) => setLoaded(new Map([[rowKey([]), read]])))
      .catch((error: unknown) => setProblem(toFailure(error).message));
  }, [store, runId]);
  const rows = useMemo(() => jsonRows(loaded, open), [loaded, open]);
  const load = async (path: string[]) => {
    const before = loaded.get(rowKey(path))?.children ?? [];
    const read = await store.getState().children(runId, path, before.length, PAGE);
    setLoaded((now) => new Map(now).set(rowKey(path), { children: [...before, ...read.children], total: read.total }));
  };
  const act = (row: JsonRow) => {
    if (row.kind === 'node') {
      if (row.expanded === undefined) return;
      const next = new Set(open);
      if (!next.delete(row.key)) next.add(row.key);
      setOpen(next);
    }
    if (row.kind === 'more' || !loaded.has(row.key)) void load(row.path).catch(showError);
  };
  return { rows, problem, act };
}
