/**
 * Keeps the focus in the window when the focused control is removed or disabled, which a press of a button often
 * causes: the next control gets it. Otherwise the browser would leave it nowhere, where no key does anything.
 */

/** Lists that open when they get the focus, and the borders of panes, are left out. */
const CONTROL =
  ':is(button, input, textarea, a[href], [tabindex="0"]):not(:disabled, [tabindex="-1"], [aria-haspopup], [role="separator"])';
/** What takes care of the focus itself when it closes. */
const OVER_THE_WINDOW = '[data-portal], [role="dialog"], [role="menu"], [role="listbox"]';

/** Where a control was. */
interface Place {
  parent: Element | null;
  next: Element | null;
  previous: Element | null;
}

/** @returns ends it */
export function keepFocus(): () => void {
  let last: Element | undefined;
  /** Where `last` was, until another control has the focus. */
  let place: Place | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    last = target;
    place = undefined;
  };
  const observer = new MutationObserver((records) => {
    if (!last || !isLost()) return;
    const lost = last;
    // What was around the control may be removed soon after it.
    const found = lost.isConnected
      ? placeOf(lost)
      : (removedPlace(records, lost) ?? (place?.parent ? removedPlace(records, place.parent) : undefined));
    if (!found) return;
    place = found;
    // A dialog that closes, and a view that gives the focus to a part of it, come first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (last === lost && place && isLost()) controlNear(place)?.focus();
      }),
    );
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

/** The browser takes the focus from a disabled control only when it paints. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
}

/** Undefined for a control that can be used: the person has clicked beside it. */
const placeOf = (control: Element): Place | undefined =>
  control.matches(':disabled')
    ? { parent: control.parentElement, next: control.nextElementSibling, previous: control.previousElementSibling }
    : undefined;

function removedPlace(records: readonly MutationRecord[], control: Element): Place | undefined {
  if (control.closest(OVER_THE_WINDOW)) return undefined;
  let removed: Node = control;
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    if (![...removedNodes].some((node) => node.contains(removed))) continue;
    if (target.isConnected)
      return { parent: elementOf(target), next: elementOf(nextSibling), previous: elementOf(previousSibling) };
    // An editor empties its element before that is removed, too.
    removed = target;
  }
  return undefined;
}

const elementOf = (node: Node | null): Element | null => (node instanceof Element ? node : null);

/** The first control after the place, else the last one before it; both first in the innermost element around it. */
function controlNear({ parent, next, previous }: Place): HTMLElement | undefined {
  for (let sibling = next; sibling; sibling = sibling.nextElementSibling) {
    const control = controlsIn(sibling)[0];
    if (control) return control;
  }
  for (let sibling = previous; sibling; sibling = sibling.previousElementSibling) {
    const control = controlsIn(sibling).at(-1);
    if (control) return control;
  }
  if (!parent || parent === document.body || parent.matches(OVER_THE_WINDOW)) return undefined;
  return controlNear({
    parent: parent.parentElement,
    next: parent.nextElementSibling,
    previous: parent.previousElementSibling,
  });
}

const controlsIn = (element: Element): HTMLElement[] =>
  [...(element.matches(CONTROL) ? [element] : []), ...element.querySelectorAll(CONTROL)].filter(
    (control): control is HTMLElement => control instanceof HTMLElement && control.checkVisibility(),
  );
