/** Scrolls any number of lines of equal height, of which only visible ones are rendered. */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject, type WheelEvent } from 'react';
import { useScaled } from '../../../ui/text-scale.ts';

const ROW = 18;
/** Browsers limit the height of an element: beyond it, the scroll bar moves over several lines at once. */
const MAX_HEIGHT = 8_000_000;

export interface LineScroller {
  ref: RefObject<HTMLDivElement | null>;
  /** The first visible line, from 0. */
  first: number;
  /** The number of visible lines. */
  visible: number;
  /** Height of the scrolled content, and the position of the first line in it, in pixels. */
  height: number;
  offset: number;
  scrollTo(line: number): void;
  handlers: {
    onScroll(): void;
    onWheel(event: WheelEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/** @param lines the number of lines, at least 1 */
export function useLineScroller(lines: number): LineScroller {
  const ref = useRef<HTMLDivElement>(null);
  const viewHeight = useElementHeight(ref);
  const [scrollTop, setScrollTop] = useState(0);
  const [top, setTop] = useState(0);
  const rowHeight = useScaled(ROW);
  const visible = Math.ceil(viewHeight / rowHeight) + 1;
  const allHeight = lines * rowHeight;
  const height = Math.min(allHeight, MAX_HEIGHT);
  const isExact = allHeight <= MAX_HEIGHT;
  const last = Math.max(0, lines - Math.floor(viewHeight / rowHeight));
  const first = Math.min(top, last);
  const scrollTo = (line: number) => {
    const target = Math.max(0, Math.min(line, last));
    setTop(target);
    if (!ref.current) return;
    ref.current.scrollTop = isExact ? target * rowHeight : (target / Math.max(1, last)) * (height - viewHeight);
  };
  return {
    ref,
    first,
    visible,
    height,
    scrollTo,
    offset: isExact ? first * rowHeight : scrollTop,
    handlers: {
      onScroll() {
        const position = ref.current?.scrollTop ?? 0;
        setScrollTop(position);
        if (isExact) return setTop(Math.floor(position / rowHeight));
        const next = Math.round((position / Math.max(1, height - viewHeight)) * last);
        // Small steps of the wheel are handled exactly by onWheel.
        if (Math.abs(next - top) > visible) setTop(next);
      },
      onWheel({ deltaY }) {
        if (isExact) return;
        scrollTo(top + Math.sign(deltaY) * Math.max(1, Math.round(Math.abs(deltaY) / rowHeight)));
      },
      onKeyDown(event) {
        const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: visible - 2, PageUp: 2 - visible };
        const step = steps[event.key];
        if (event.key === 'Home') scrollTo(0);
        else if (event.key === 'End') scrollTo(last);
        else if (step !== undefined) scrollTo(first + step);
        else return;
        event.preventDefault();
      },
    },
  };
}

function useElementHeight(ref: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(400);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return height;
}
