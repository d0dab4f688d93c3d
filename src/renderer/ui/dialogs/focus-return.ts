/**
 * Returns the focus when a dialog closes. The element that opened it has often been removed by then, because it was an
 * item of a menu or the field of the palette, so the last focused elements are recorded.
 */
import { useEffect, type RefObject } from 'react';

const MAX_RECORDED = 20;
/** Ordered by time, the latest last. */
let recordedElements: HTMLElement[] = [];

/** Starts recording the focused elements. */
export function recordFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) recordedElements = [...recordedElements, target].slice(-MAX_RECORDED);
  });
}

/**
 * Returns the focus to the last element that had it before `opened` and is still shown.
 * @param dialog the element that contains the focus while it is open; null if that has the attribute `data-transient`
 */
export function useFocusReturn(dialog: RefObject<HTMLElement | null>, opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const before = recordedElements;
    const root = dialog.current;
    const isPassing = (element: Element) => root?.contains(element) || element.closest(TRANSIENT) !== null;
    return () => {
      // Delayed, because React removes the dialog after this, and the code that runs on closing may set the focus
      // itself.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        const isFree = activeElement === null || activeElement === document.body || isPassing(activeElement);
        if (isFree) before.findLast((element) => isShown(element) && !isPassing(element))?.focus();
      });
    };
  }, [dialog, opened]);
}

/**
 * Keeps the focus in a dialog when the focused control is removed or disabled, which a press of a button often causes:
 * the control that had the focus before gets it.
 * @returns ends it
 */
export function keepFocus(dialog: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    // The browser takes the focus from a disabled control only when it paints.
    const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
    const last = recordedElements.at(-1);
    const wasElsewhere = last?.isConnected === true && !dialog.contains(last);
    if (!isLost || wasElsewhere) return;
    recordedElements.findLast((element) => dialog.contains(element) && isUsable(element))?.focus();
  });
  observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}

/** Menus and the palette, which are still drawn for a moment after they have closed. */
const TRANSIENT = '[role="menu"], [data-transient]';
const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();
const isUsable = (element: HTMLElement): boolean => isShown(element) && !element.matches(':disabled');
