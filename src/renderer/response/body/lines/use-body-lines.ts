/** The lines of a body of any size: pages are read as they become visible, and the lines are counted meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApp } from '../../../context/app-context.ts';
import { showError } from '../../../ui/messages/notify.ts';

const PAGE = 400;
const MAX_PAGES = 50;
/** Lines that each step of the count adds. */
const COUNT_STEP = 200_000;

export type BodyForm = 'pretty' | 'raw' | 'hex';

export interface BodyLines {
  /** The number of known lines, and whether these are all. */
  size: { total: number; complete: boolean };
  /** The host's note about the body, for example that it is not formatted. */
  note: string | undefined;
  /** Reads these lines, from 0, unless they are known or being read; another function when others are known. */
  read(first: number, count: number): void;
  /** @returns undefined while the line is read */
  lineAt(line: number): string | undefined;
  /** The body has at least this many lines. */
  extend(total: number): void;
}

export function useBodyLines(runId: string, form: BodyForm): BodyLines {
  const { response: store } = useApp();
  const pagesInFlight = useRef(new Set<number>());
  const [pages, setPages] = useState<ReadonlyMap<number, string[]>>(new Map());
  const [size, setSize] = useState({ total: 0, complete: false });
  const [note, setNote] = useState<string>();
  const load = useCallback(
    async (page: number) => {
      pagesInFlight.current.add(page);
      try {
        const read = await store.getState().lines(runId, form, page * PAGE, PAGE);
        setPages((now) => new Map([...now, [page, read.lines] as const].slice(-MAX_PAGES)));
        setNote(read.note);
        setSize(({ total, complete }) => ({
          total: Math.max(total, read.total),
          complete: complete || read.complete,
        }));
      } catch (error) {
        showError(error);
      } finally {
        pagesInFlight.current.delete(page);
      }
    },
    [store, runId, form],
  );
  const read = useCallback(
    (first: number, count: number) => {
      for (let page = Math.floor(first / PAGE); page <= Math.floor((first + count) / PAGE); page += 1) {
        if (!pages.has(page) && !pagesInFlight.current.has(page)) void load(page);
      }
    },
    [pages, load],
  );
  useEffect(() => {
    if (size.complete || size.total === 0) return;
    let isCurrent = true;
    const countFurther = async () => {
      const read = await store.getState().lines(runId, form, size.total + COUNT_STEP, 1);
      if (isCurrent) setSize({ total: read.total, complete: read.complete });
    };
    countFurther().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [store, runId, form, size]);
  return {
    size,
    note,
    read,
    lineAt: (line) => pages.get(Math.floor(line / PAGE))?.[line % PAGE],
    extend: (total) => setSize((before) => ({ ...before, total: Math.max(before.total, total) })),
  };
}
