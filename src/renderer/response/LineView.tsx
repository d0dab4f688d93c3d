import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { useScaled } from '../ui/text-scale.ts';
import classes from './response.module.css';

const ROW = 18;
const PAGE = 400;
const MAX_PAGES = 50;
/** Browsers draw no element that is much higher: beyond it, the bar moves over the lines in larger steps. */
const MAX_HEIGHT = 8_000_000;

/** A text of any size, line by line: only the visible lines are read and drawn. */
export function LineView({ runId, form, label }: { runId: string; form: 'pretty' | 'raw' | 'hex'; label: string }) {
  const { response: store } = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const asked = useRef(new Set<number>());
  const [pages, setPages] = useState<ReadonlyMap<number, string[]>>(new Map());
  const [scrollTop, setScrollTop] = useState(0);
  const [size, setSize] = useState({ total: 0, complete: false });
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [matchLine, setMatchLine] = useState<number>();
  const [search, setSearch] = useState('');
  const [nothing, setNothing] = useState(false);
  const [note, setNote] = useState<string>();

  const rowHeight = useScaled(ROW);
  const visible = Math.ceil(height / rowHeight) + 1;
  const lines = Math.max(size.total, 1);
  const whole = lines * rowHeight;
  const drawn = Math.min(whole, MAX_HEIGHT);
  const last = Math.max(0, lines - Math.floor(height / rowHeight));

  const load = useCallback(
    async (page: number) => {
      if (asked.current.has(page)) return;
      asked.current.add(page);
      try {
        const read = await store.getState().lines(runId, form, page * PAGE, PAGE);
        // A page at the end that grows is asked for again.
        if (read.lines.length < PAGE && !read.complete) asked.current.delete(page);
        setPages((now) => {
          const pages = [...now, [page, read.lines] as const].slice(-MAX_PAGES);
          // One that was let go can be asked for again.
          asked.current = new Set(pages.map(([number]) => number));
          return new Map(pages);
        });
        setNote(read.note);
        setSize(({ total, complete }) => ({
          total: Math.max(total, read.total),
          complete: complete || read.complete,
        }));
      } catch (error) {
        asked.current.delete(page);
        showError(error);
      }
    },
    [store, runId, form],
  );
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = Math.min(top, last);
  useEffect(() => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor((first + visible) / PAGE); page += 1) void load(page);
  }, [first, visible, load, size]);
  // The rest is counted while the first lines are looked at.
  useEffect(() => {
    if (size.complete || size.total === 0) return;
    let gone = false;
    const count = async () => {
      const read = await store.getState().lines(runId, form, size.total + 200_000, 1);
      if (!gone) setSize({ total: read.total, complete: read.complete });
    };
    count().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [store, runId, form, size]);

  const scrollTo = (line: number) => {
    const target = Math.max(0, Math.min(line, last));
    setTop(target);
    const element = scroller.current;
    if (element)
      element.scrollTop = whole <= MAX_HEIGHT ? target * rowHeight : (target / Math.max(1, last)) * (drawn - height);
  };
  const onScroll = () => {
    const at = scroller.current?.scrollTop ?? 0;
    setScrollTop(at);
    if (whole <= MAX_HEIGHT) setTop(Math.floor(at / rowHeight));
    else {
      const next = Math.round((at / Math.max(1, drawn - height)) * last);
      // The small steps of the wheel are taken exactly, below.
      if (Math.abs(next - top) > visible) setTop(next);
    }
  };
  const onWheel = (event: React.WheelEvent) => {
    if (whole <= MAX_HEIGHT) return;
    scrollTo(top + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / rowHeight)));
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: visible - 2, PageUp: 2 - visible };
    const step = steps[event.key];
    if (event.key === 'Home') scrollTo(0);
    else if (event.key === 'End') scrollTo(last);
    else if (step !== undefined) scrollTo(first + step);
    else return;
    event.preventDefault();
  };
  const next = async () => {
    if (search === '') return;
    const from = matchLine === undefined ? 0 : matchLine + 1;
    const line = await store.getState().findLine(runId, form, search, from);
    setNothing(line === null);
    if (line === null) return;
    setMatchLine(line);
    setSize((before) => ({ ...before, total: Math.max(before.total, line + 1) }));
    requestAnimationFrame(() => scrollTo(Math.max(0, line - 3)));
  };
  const offset = whole <= MAX_HEIGHT ? first * rowHeight : scrollTop;
  return (
    <div className={classes['lineView']}>
      <div className={classes['lineSearch']}>
        <TextInput
          size="xs"
          aria-label="Search in the body"
          placeholder="Search"
          leftSection={<IconSearch size={13} />}
          error={nothing}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setMatchLine(undefined);
            setNothing(false);
          }}
          onKeyDown={(event) => event.key === 'Enter' && void next().catch(showError)}
        />
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Next place"
          onClick={() => void next().catch(showError)}
        >
          <IconArrowDown size={14} />
        </ActionIcon>
        <span>
          {size.total.toLocaleString('en')} lines{size.complete ? '' : ' so far'}
          {nothing ? ' · not found' : ''}
        </span>
        {note && <span role="note">{note}</span>}
      </div>
      <div
        ref={scroller}
        className={classes['lines']}
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={onScroll}
        onWheel={onWheel}
        onKeyDown={onKey}
      >
        <div style={{ height: drawn, position: 'relative' }}>
          <pre style={{ transform: `translateY(${offset}px)` }}>
            {Array.from({ length: Math.min(visible, lines - first) }, (_, at) => {
              const line = first + at;
              const page = pages.get(Math.floor(line / PAGE));
              return (
                <div key={at} data-found={line === matchLine || undefined}>
                  <span>{line + 1}</span>
                  {page?.[line % PAGE] ?? ''}
                </div>
              );
            })}
          </pre>
        </div>
      </div>
    </div>
  );
}
