import type { CommandIcon } from './command-icons.ts';

/** An action by name: shown in the palette and in menus, and started by its keyboard shortcut. */
export interface Command {
  /** A `MenuCommand` of the contract if the native menu has it, too. */
  id: string;
  /** Its label in the palette. */
  label: string;
  /** Its label in a menu about one item, such as a tab: `Close` instead of `Close tab`. */
  menuLabel?: string;
  /** Its label in a menu where that depends on the item. */
  labelFor?(target: string): string;
  icon?: CommandIcon;
  /** Whether it is destructive: menus show it in red. */
  removes?: boolean;
  /**
   * The keys in the order `Mod`, `Alt`, `Shift`, then the key as `KeyboardEvent.key` names it: `Mod+Shift+F`, `F2`, `?`.
   * `Mod` is Cmd on a Mac and Ctrl elsewhere.
   */
  keys?: string;
  /** Further shortcuts, which are not shown. */
  alsoKeys?: readonly string[];
  /** Whether the shortcut keeps its usual effect while the command is unavailable: a browser reloads its page at F5. */
  keysOnlyIfAvailable?: boolean;
  /** Whether the shortcut also works while a dialog is open: the others would change what the dialog hides. */
  keysInDialogs?: boolean;
  /** The part of the window in which the shortcut works. Absent: the whole window. */
  keysIn?: 'tree';
  /** Further words by which the palette finds it. */
  keywords?: string;
  /**
   * Why it is unavailable now, as a sentence; undefined when it is available. Absent: it is always available.
   * @param target as for `run`
   */
  unavailable?(target?: string): string | undefined;
  /**
   * @param target id of the item on which a menu was opened: a tab, a line of the tree, an environment, a run; for a
   * breakpoint, the line of the script (`breakpointTarget`). Absent,
   * as in the palette: the selection.
   */
  run(target?: string): void | Promise<void>;
}
