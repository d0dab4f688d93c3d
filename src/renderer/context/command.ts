/** Something a person can do, by name: shown in the palette and menus, and started by its keys. */
export interface Command {
  /** `MenuCommand` of the contract where the native menu has it too. */
  id: string;
  label: string;
  /** As it is pressed: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  run(): void | Promise<void>;
}
