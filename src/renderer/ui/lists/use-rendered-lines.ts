import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { useScaled } from '../text-scale.ts';

export type Lines = Virtualizer<HTMLDivElement, Element>;

/**
 * The lines of a long list or a tree that are rendered: the visible ones, some beside them, and the focused one.
 * @param options.height of a line in CSS pixels at the normal size of text
 * @param options.index of the focused line, from which the keyboard continues; undefined where lines have no focus
 * @param options.overscan lines that are rendered before and after the visible ones
 * @param options.keyOf identifies a line whose height is measured; by default its index
 */
export function useRenderedLines(
  scroller: RefObject<HTMLDivElement | null>,
  options: { count: number; height: number; index?: number; overscan?: number; keyOf?: (index: number) => string },
): Lines {
  const { count, height, index, overscan = 10, keyOf } = options;
  const lineHeight = useScaled(height);
  const lines = useVirtualizer<HTMLDivElement, Element>({
    count,
    overscan,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    ...(keyOf ? { getItemKey: keyOf } : {}),
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return index === undefined ? visible : [...new Set([...visible, index])].sort((a, b) => a - b);
    },
  });
  useEffect(() => lines.measure(), [lines, lineHeight]);
  return lines;
}
