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
    const viewBefore = viewButton();
    const root = dialog.current;
    const isPassing = (element: Element) => root?.contains(element) || element.closest(TRANSIENT) !== null;
    return () => {
      // Delayed, because React removes the dialog after this, and the code that runs on closing may set the focus
      // itself.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        const isFree = activeElement === null || activeElement === document.body || isPassing(activeElement);
        if (!isFree) return;
        // A command of the palette may have shown another view: the button of that view gets it.
        const isSameView = viewButton() === viewBefore;
        const shown = isSameView && before.findLast((element) => isShown(element) && !isPassing(element));
        (shown && !isOtherView(shown) ? shown : viewButton())?.focus();
      });
    };
  }, [dialog, opened]);
}

/** The button of the shown view. */
const viewButton = (): HTMLElement | null => document.querySelector('[aria-current="page"]');
/** Whether it shows another view: a command that opens a dialog in another view removes what had the focus. */
const isOtherView = (element: HTMLElement): boolean =>
  element.parentElement === viewButton()?.parentElement && element !== viewButton();
/** Menus and the palette, which are still drawn for a moment after they have closed. */
const TRANSIENT = '[role="menu"], [data-transient]';
const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();
