import type { CommandIcon } from './command-icons.ts';

/** Something a person can do, by name: shown in the palette and in menus, and started by its keys. */
export interface Command {
  /** `MenuCommand` of the contract where the native menu has it too. */
  id: string;
  /** What it does, as the palette shows it. */
  label: string;
  /** What a menu calls it that belongs to one thing, such as a tab: `Close` for `Close tab`. */
  menuLabel?: string;
  icon?: CommandIcon;
  /** Whether it takes something away: a menu shows it in red. */
  removes?: boolean;
  /**
   * The keys in the order `Mod`, `Alt`, `Shift`, then the key as `KeyboardEvent.key` names it: `Mod+Shift+F`, `F2`, `?`.
   * `Mod` is Cmd on a Mac and Ctrl elsewhere.
   */
  keys?: string;
  /** Further keys that do the same, where `keys` are the ones to show. */
  alsoKeys?: readonly string[];
  /** Whether the keys do what they do elsewhere while the command cannot be done: a browser reloads its page at F5. */
  keysOnlyIfAvailable?: boolean;
  /** The part of the window that acts on the keys while it has the focus. Absent: the whole window does. */
  keysIn?: 'tree';
  /** Other words under which the palette finds it. */
  keywords?: string;
  /**
   * Why it cannot be done now, as a sentence; undefined when it can. Absent: it can always be done.
   * @param target as for `run`
   */
  unavailable?(target?: string): string | undefined;
  /**
   * @param target id of the thing that a menu was opened on: a tab, a line of the tree, an environment, a run. Absent, as from the
   * palette: what is selected.
   */
  run(target?: string): void | Promise<void>;
}
