import { ActionIcon, CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toFailure } from '../../../contract/errors.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { useScaled } from '../../ui/text-scale.ts';
import classes from '../response.module.css';
import shared from '../../ui/shared.module.css';

interface Child {
  key: string;
  type: string;
  text: string;
  size: number;
}
interface LoadedChildren {
  children: Child[];
  total: number;
}
type Row = { key: string; path: string[]; depth: number } & (
  | { kind: 'node'; child: Child; isOpen: boolean; inList: boolean }
  | { kind: 'more'; notLoaded: number }
);

const PAGE = 500;
const ROW = 22;

/** The body as a tree; members are read when they are expanded. */
export function JsonTree({ runId }: { runId: string }) {
  const { response: store } = useApp();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, LoadedChildren>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['[]']));
  const [problem, setProblem] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);

  const load = async (path: string[]) => {
    const name = JSON.stringify(path);
    const before = loaded.get(name)?.children ?? [];
    const read = await store.getState().children(runId, path, before.length, PAGE);
    setLoaded((now) => new Map(now).set(name, { children: [...before, ...read.children], total: read.total }));
  };
  useEffect(() => {
    store
      .getState()
      .children(runId, [], 0, PAGE)
      .then((read) => setLoaded(new Map([['[]', read]])))
      .catch((error: unknown) => setProblem(toFailure(error).message));
  }, [store, runId]);

  const rows = useMemo(() => rowsOf(loaded, open), [loaded, open]);

  const rowHeight = useScaled(ROW);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  if (problem) return <p className={shared['quiet']}>{problem}</p>;
  const toggle = (path: string[]) => {
    const name = JSON.stringify(path);
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
    if (!loaded.has(name)) void load(path).catch(showError);
  };
  return (
    <div ref={scroller} className={classes['tree']} tabIndex={0} role="region" aria-label="Tree of the body">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div key={key} style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + row.depth * 14 }}>
                {row.kind === 'more' ? (
                  <UnstyledButton onClick={() => void load(row.path).catch(showError)}>
                    {row.notLoaded.toLocaleString('en')} more…
                  </UnstyledButton>
                ) : (
                  <Node row={row} onToggle={() => toggle(row.path)} />
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function Node({ row, onToggle }: { row: Extract<Row, { kind: 'node' }>; onToggle: () => void }) {
  const { child, path, isOpen, inList } = row;
  const isBranch = child.type === 'object' || child.type === 'array';
  const name = inList ? `[${child.key}]` : visibleText(child.key);
  return (
    <>
      {isBranch ? (
        <UnstyledButton aria-expanded={isOpen} aria-label={`${name}, ${child.size} inside`} onClick={onToggle}>
          {isOpen ? <IconChevronDown size={13} /> : <IconChevronRight size={13} />}
          <b>{name}</b>
          <small>{child.type === 'array' ? `[${child.size}]` : `{${child.size}}`}</small>
        </UnstyledButton>
      ) : (
        <span className={classes['leaf']}>
          {name !== '' && <b>{name}</b>}
          <em data-type={child.type}>{visibleText(child.text)}</em>
        </span>
      )}
      <CopyButton value={pathText(path)}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : visibleText(pathText(path))} openDelay={400}>
            <ActionIcon size={18} variant="subtle" color="gray" aria-label={`Copy the path of ${name}`} onClick={copy}>
              {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </>
  );
}

function rowsOf(loaded: ReadonlyMap<string, LoadedChildren>, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const visit = (path: string[], depth: number) => {
    const name = JSON.stringify(path);
    const branch = loaded.get(name);
    if (!branch || !open.has(name)) return;
    const inList = branch.children.every(({ key }, index) => key === String(index));
    for (const child of branch.children) {
      const below = [...path, child.key];
      const key = JSON.stringify(below);
      rows.push({ kind: 'node', key, path: below, child, depth, inList, isOpen: open.has(key) });
      if (child.type === 'object' || child.type === 'array') visit(below, depth + 1);
    }
    const notLoaded = branch.total - branch.children.length;
    if (notLoaded > 0) rows.push({ kind: 'more', key: `more of ${name}`, path, depth, notLoaded });
  };
  visit([], 0);
  return rows;
}

/** The path as a script would write it after `pm.response.json()`. */
const pathText = (path: readonly string[]): string =>
  path
    .map((key, index) =>
      /^(0|[1-9]\d*)$/.test(key)
        ? `[${key}]`
        : /^[A-Za-z_$][\w$]*$/.test(key)
          ? `${index > 0 ? '.' : ''}${key}`
          : `[${JSON.stringify(key)}]`,
    )
    .join('');
