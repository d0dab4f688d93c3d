import classes from './app.module.css';

/** The parts of the window, by what they are found with. The first match that is shown gets the focus. */
const places: readonly [label: string, selector: string][] = [
  ['Skip to the list', '[aria-label="Workspace"], [role="listbox"]'],
  ['Skip to the content', 'main section[aria-label]:not([hidden])'],
  ['Skip to the response', '#response'],
];

/** The first thing that Tab reaches: who uses the keyboard need not step through the rail and the sidebar. */
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

/** The part itself takes the focus, so that the next Tab goes to its first control. */
function focusFirst(selector: string): void {
  const part = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.offsetParent !== null);
  if (!part) return;
  part.tabIndex = -1;
  part.focus();
}
