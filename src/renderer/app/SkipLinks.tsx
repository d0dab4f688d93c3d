import classes from './app.module.css';

/** The parts of the window with their selectors. The first visible match gets the focus. */
const places: readonly [label: string, selector: string][] = [
  ['Skip to the list', '[aria-label="Workspace"], [role="listbox"]'],
  ['Skip to the content', 'main section[aria-label]:not([hidden])'],
  ['Skip to the response', '#response'],
];

/** The first element that Tab reaches: people who use the keyboard can skip the rail and the sidebar. */
export function SkipLinks() {
  return (
    <nav className={classes['skip']} aria-label="Skip links">
      {places.map(([label, selector]) => (
        <button key={label} type="button" onClick={() => focusFirst(selector)}>
          {label}
        </button>
      ))}
    </nav>
  );
}

/** Focuses the part itself, so that the next Tab goes to its first control. */
function focusFirst(selector: string): void {
  const part = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.offsetParent !== null);
  if (!part) return;
  part.tabIndex = -1;
  part.focus();
}
