/**
 * Where the focus goes when a dialog closes. The element that had it when the dialog opened is often gone by then, because it was
 * the item of a menu or the field of the palette; so the last elements with the focus are recorded.
 */
import { useEffect, type RefObject } from 'react';

const MAX_RECORDED = 20;
/** The last one at the end. */
let recorded: HTMLElement[] = [];

/** Records from now on which elements get the focus. */
export function recordFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) recorded = [...recorded, target].slice(-MAX_RECORDED);
  });
}

/**
 * Gives the focus back to the last element that had it before `opened` and is still shown.
 * @param dialog the element within which the focus is while it is open; null where that has the attribute `data-transient`
 */
export function useFocusReturn(dialog: RefObject<HTMLElement | null>, opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const before = recorded;
    const root = dialog.current;
    const isPassing = (element: Element) => root?.contains(element) || element.closest(TRANSIENT) !== null;
    return () => {
      // React removes the dialog after this; what is done on closing may focus something itself.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        const isFree = activeElement === null || activeElement === document.body || isPassing(activeElement);
        if (isFree) before.findLast((element) => isShown(element) && !isPassing(element))?.focus();
      });
    };
  }, [dialog, opened]);
}

/** Menus and the palette, which are still drawn for a moment after they have closed. */
const TRANSIENT = '[role="menu"], [data-transient]';
const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();
