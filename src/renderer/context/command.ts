import type { MenuCommand } from '../../contract/host-contract.ts';

/** Something a person can do, by name. */
export interface Command {
  id:
    | MenuCommand
    | 'toggle-console'
    | 'show-scripts'
    | 'show-programs'
    | 'show-webhooks'
    | 'show-requests'
    | 'show-history'
    | 'show-runner'
    | 'import'
    | 'toggle-listener'
    | 'theme-light'
    | 'theme-dark'
    | 'theme-auto';
  label: string;
  /** As it is pressed: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  run(): void | Promise<void>;
}
