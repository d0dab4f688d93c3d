import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { valueRows, type ValueRoot, type ValueRow } from './value-rows.ts';
import classes from '../debugger.module.css';

/** A tree of values with keyboard navigation. The members of a value are read when it is expanded. */
export function ValueTree(props: {
  label: string;
  roots: readonly ValueRoot[];
  /** Content at the end of a root's line, such as a button. */
  endOf?: (root: string) => ReactNode;
}) {
  const { label, roots, endOf } = props;
  const { debugger: store } = useApp();
  const properties = useFrom('debugger', (state) => state.properties);
  const expanded = useFrom('debugger', (state) => state.expanded);
  const rows = useMemo(() => valueRows(roots, { properties, expanded }), [roots, properties, expanded]);
  const [focused, setFocused] = useState<string>();
  const entry = rows.some(({ path }) => path === focused) ? focused : rows[0]?.path;
  useEffect(() => {
    const { open } = store.getState();
    for (const { isOpen, handle } of rows) if (isOpen && handle !== null) open(handle).catch(showError);
  }, [rows, store]);
  return (
    <div role="tree" aria-label={label} className={classes['tree']} onKeyDown={(event) => onTreeKey(event)}>
      {rows.map((row) => (
        <Row
          key={row.path}
          row={row}
          isEntry={row.path === entry}
          onFocus={() => setFocused(row.path)}
          onToggle={() => store.getState().toggle(row.path)}
          end={row.depth === 0 && endOf?.(row.path)}
        />
      ))}
    </div>
  );
}

function Row(props: { row: ValueRow; isEntry: boolean; onFocus: () => void; onToggle: () => void; end: ReactNode }) {
  const { row, isEntry, onFocus, onToggle, end } = props;
  const { name, depth, text, type, handle, isOpen, threw } = row;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={handle === null ? undefined : isOpen}
      tabIndex={isEntry ? 0 : -1}
      className={classes['value']}
      style={{ paddingLeft: 8 + depth * 12 }}
      onFocus={onFocus}
      onClick={handle === null ? undefined : onToggle}
    >
      <span className={classes['chevron']}>{handle !== null && <Chevron size={12} aria-hidden />}</span>
      {name !== '' && <span className={classes['key']}>{visibleText(name)}</span>}
      <span className={classes['text']} data-type={threw ? 'error' : type} title={text}>
        {visibleText(text)}
      </span>
      {end}
    </div>
  );
}

/** Up and down move between lines; right expands a line or enters it, left collapses it. */
function onTreeKey(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const index = rows.findIndex((row) => row === event.target);
  const row = rows[index];
  if (!row) return;
  const isOpen = row.ariaExpanded;
  const moves: Record<string, () => void> = {
    ArrowDown: () => rows[index + 1]?.focus(),
    ArrowUp: () => rows[index - 1]?.focus(),
    Home: () => rows[0]?.focus(),
    End: () => rows.at(-1)?.focus(),
    Enter: () => row.click(),
    ArrowRight: () => (isOpen === 'false' ? row.click() : rows[index + 1]?.focus()),
    ArrowLeft: () => (isOpen === 'true' ? row.click() : rows[index - 1]?.focus()),
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
