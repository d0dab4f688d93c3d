import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type WheelEvent,
} from 'react';

const NEAR_END = 40;
const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps the end of a growing list in view until the person scrolls up. Only actions of the person leave the end: rows
 * whose height differs from the estimate move the content, too.
 * @param list `count` of its rows, and `size`: the present height of all rows, in pixels
 */
export function useTail(list: { scroller: RefObject<HTMLElement | null>; count: number; size: number }) {
  const { scroller, count, size } = list;
  /** The number of rows when the person left the end; undefined while the end is followed. */
  const [leftAt, setLeftAt] = useState<number>();
  const dragging = useRef(false);
  const lastTop = useRef(0);
  const following = leftAt === undefined;

  useLayoutEffect(() => {
    if (following) scroller.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER, behavior: 'instant' });
  }, [scroller, count, size, following]);

  const isAtEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
  const leave = () => {
    const element = scroller.current;
    if (following && element && element.scrollHeight > element.clientHeight) setLeftAt(count);
  };
  return {
    /** The number of rows that were added since the end was left; undefined while it is followed. */
    behind: leftAt === undefined ? undefined : Math.max(0, count - leftAt),
    toEnd: () => setLeftAt(undefined),
    handlers: {
      onWheel: (event: WheelEvent) => void (event.deltaY < 0 && leave()),
      onKeyDown: (event: KeyboardEvent) => void (UP_KEYS.has(event.key) && leave()),
      onPointerDown: ({ target, currentTarget }: PointerEvent<HTMLElement>) => {
        // A press on the scroll bar has the scrolling element itself as its target.
        dragging.current = target === currentTarget;
      },
      onPointerUp: () => void (dragging.current = false),
      onScroll: () => {
        const element = scroller.current;
        if (!element) return;
        const isDown = element.scrollTop > lastTop.current;
        lastTop.current = element.scrollTop;
        if (dragging.current && !isAtEnd(element)) leave();
        else if (!following && isDown && isAtEnd(element)) setLeftAt(undefined);
      },
    },
  };
}
