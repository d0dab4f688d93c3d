import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { useScaled } from '../text-scale.ts';

export type Lines = Virtualizer<HTMLDivElement, Element>;

/**
 * The lines of a tree that are rendered: the visible ones, and the focused one.
 * @param options.index of the focused line
 * @param options.height of a line in CSS pixels at the normal size of text
 */
export function useRenderedLines(
  scroller: RefObject<HTMLDivElement | null>,
  { count, index, height }: { count: number; index: number; height: number },
): Lines {
  const lineHeight = useScaled(height);
  const lines = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
    // The focused line stays rendered outside of the view, because the keyboard continues from it.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), index])].sort((a, b) => a - b),
  });
  useEffect(() => lines.measure(), [lines, lineHeight]);
  return lines;
}
