/** Something a person can do, by name: shown in the palette and in menus, and started by its keys. */
export interface Command {
  /** `MenuCommand` of the contract where the native menu has it too. */
  id: string;
  /** What it does, as a menu shows it. */
  label: string;
  /**
   * The keys in the order `Mod`, `Alt`, `Shift`, then the key as `KeyboardEvent.key` names it: `Mod+Shift+F`, `F2`, `?`.
   * `Mod` is Cmd on a Mac and Ctrl elsewhere.
   */
  keys?: string;
  /** Further keys that do the same, where `keys` are the ones to show. */
  alsoKeys?: readonly string[];
  /** Other words under which the palette finds it. */
  keywords?: string;
  /** Why it cannot be done now, as a sentence; undefined when it can. Absent: it can always be done. */
  unavailable?(): string | undefined;
  run(): void | Promise<void>;
}
