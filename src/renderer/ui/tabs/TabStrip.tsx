import { ActionIcon, Loader, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { NameItem } from '../NameItem.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import classes from './tab-strip.module.css';

export interface Tab {
  id: string;
  title: string;
  /** The folder, shown beside the title if several tabs have the same title. */
  detail?: string | undefined;
  /** The full path, shown on hover. */
  hint: string;
  icon?: ReactNode;
  unsaved: boolean;
  /** Whether a run of it is under way. */
  running: boolean;
}
export interface TabStripProps {
  /** Accessible name of the list, such as “Open requests”. */
  label: string;
  tabs: readonly Tab[];
  activeId: string | undefined;
  onSelect(id: string): void;
  onClose(id: string): void;
  /** A tab was dragged before another one, or after the last. */
  onMove(id: string, before: string | null): void;
  /** The action of the button `+`; absent: no button. */
  add?: { label: string; onClick(): void };
  /** The items in the menu of a tab. */
  menuOf(id: string): ReactNode;
}

/** Open items as tabs. The active tab is always in view, and a menu lists all tabs. */
export function TabStrip(props: TabStripProps) {
  const { label, tabs, activeId, add, onMove, onSelect, menuOf } = props;
  const list = useRef<HTMLUListElement>(null);
  const [dropAt, setDropAt] = useState<string>();
  const [menu, setMenu] = useState<OpenMenu>();
  const latestProps = useRef(props);
  useEffect(() => {
    latestProps.current = props;
  });
  // Stable callbacks, so that React renders only the tabs that have changed.
  const [on] = useState<TabEvents>(() => ({
    select: (id) => latestProps.current.onSelect(id),
    close: (id) => latestProps.current.onClose(id),
    showMenu: setMenu,
  }));
  const overflows = useOverflow(list, tabs.length);
  useEffect(() => {
    const active = list.current?.querySelector('[data-active]');
    const reveal = () => active?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    reveal();
    if (!list.current) return undefined;
    const observer = new ResizeObserver(reveal);
    observer.observe(list.current);
    // The sign of unsaved changes makes a tab wider.
    if (active) observer.observe(active);
    return () => observer.disconnect();
  }, [activeId, tabs.length]);

  const type = `application/x-outrigger-tab-${label.toLowerCase().replaceAll(' ', '-')}`;
  const drag = (id: string | null) => ({
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(type)) return;
      event.preventDefault();
      event.stopPropagation();
      setDropAt(id ?? END);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setDropAt(undefined);
      const dragged = event.dataTransfer.getData(type);
      if (dragged !== '') onMove(dragged, id);
    },
  });
  return (
    <div className={classes['strip']}>
      <ul
        ref={list}
        className={classes['tabs']}
        aria-label={label}
        data-drop={dropAt === END || undefined}
        {...drag(null)}
      >
        {tabs.map((tab) => (
          <li
            key={tab.id}
            className={classes['tab']}
            data-active={tab.id === activeId || undefined}
            data-drop={dropAt === tab.id || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(type, tab.id);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragLeave={() => setDropAt(undefined)}
            onDragEnd={() => setDropAt(undefined)}
            {...drag(tab.id)}
          >
            <OneTab tab={tab} active={tab.id === activeId} on={on} />
          </li>
        ))}
      </ul>
      {menu && (
        <Menu
          opened
          position="bottom-start"
          onChange={() => {
            setMenu(undefined);
            menu.tab.focus();
          }}
        >
          <Menu.Target>
            <span className={classes['menuPlace']} style={{ left: menu.left, top: menu.top }} />
          </Menu.Target>
          <Menu.Dropdown>{menuOf(menu.id)}</Menu.Dropdown>
        </Menu>
      )}
      {add && (
        <IconButton label={add.label} size={24} onClick={add.onClick}>
          <IconPlus size={16} />
        </IconButton>
      )}
      {overflows && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={24} variant="subtle" color="gray" aria-label={`List of ${label.toLowerCase()}`}>
              <IconChevronDown size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes['list'] ?? ''}>
            {tabs.map((tab) => (
              <NameItem key={tab.id} icon={tab.icon} active={tab.id === activeId} onOpen={() => onSelect(tab.id)}>
                {visibleText(tab.title)}
                {tab.detail && <small className={classes['detail']}>{visibleText(tab.detail)}</small>}
                {tab.unsaved && <UnsavedDot />}
              </NameItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
/** The drop position after the last tab. */
const END = '/end';

interface OpenMenu {
  id: string;
  /** The element to which the focus returns. */
  tab: HTMLElement;
  /** In pixels of the window. */
  left: number;
  top: number;
}
interface TabEvents {
  select(id: string): void;
  close(id: string): void;
  showMenu(menu: OpenMenu): void;
}

const OneTab = memo(function OneTab({ tab, active, on }: { tab: Tab; active: boolean; on: TabEvents }) {
  return (
    <>
      {/* A click selects the tab; only the secondary button and the menu key open its menu. */}
      <UnstyledButton
        className={classes['title'] ?? ''}
        aria-current={active ? 'page' : undefined}
        aria-haspopup="menu"
        title={visibleText(tab.hint)}
        onClick={() => on.select(tab.id)}
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onAuxClick={(event) => event.button === 1 && on.close(tab.id)}
        onContextMenu={(event) => {
          event.preventDefault();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          on.showMenu({ id: tab.id, tab: event.currentTarget, left, top: bottom });
        }}
      >
        {tab.icon}
        <span dir="auto">{visibleText(tab.title)}</span>
        {tab.detail && <small className={classes['detail']}>{visibleText(tab.detail)}</small>}
        {tab.running && <Loader size={12} role="img" aria-label="running" />}
        {tab.unsaved && <UnsavedDot />}
      </UnstyledButton>
      <ActionIcon
        size={18}
        variant="subtle"
        color="gray"
        aria-label={`Close ${visibleText(tab.title)}`}
        onClick={() => on.close(tab.id)}
      >
        <IconX size={12} />
      </ActionIcon>
    </>
  );
});

/** The mark of unsaved changes. */
export function UnsavedDot() {
  return <span className={classes['dot']} role="img" aria-label="not saved" />;
}

/** Whether the tabs are wider than their strip. */
function useOverflow(list: { current: HTMLElement | null }, count: number): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, count]);
  return overflows;
}
