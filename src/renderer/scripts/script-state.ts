/** The state and the actions of the script store, grouped by the files that implement them. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import type { ScriptDrafts } from './script-drafts.ts';

export interface OpenScript {
  path: string;
  content: string;
  /** The content that was last read from disk or written to it, and its version. */
  saved: string;
  version: string;
}

/** The open scripts, their order, and their edits. */
export interface OpenScripts {
  open: OpenScript[];
  activePath: string | undefined;
  /** The next place that the editor shows. */
  place: { path: string; line: number } | undefined;
  active(): OpenScript | undefined;
  /** @param line to be shown by the editor */
  openScript(path: string, line?: number): Promise<void>;
  /** Creates a script and opens it. @throws when the name is taken or invalid */
  create(name: string): Promise<void>;
  /** Unsaved edits are kept as a draft. */
  close(path: string): void;
  /** Moves a tab before another one, or to the end. */
  moveTab(path: string, before: string | null): void;
  edit(path: string, content: string): void;
}

/** Actions that save edits, or discard them. */
export interface ScriptSaving {
  /** The script whose save was refused because the file has changed on disk. */
  conflict: string | undefined;
  /** Unsaved texts of scripts, open or not. */
  unsaved(): { path: string; content: string }[];
  /** @param overwrite also if another program has changed the file */
  save(overwrite?: boolean): Promise<void>;
  /** Discards the edits and shows the file. */
  reload(): Promise<void>;
  cancelConflict(): void;
  /** Discards edits. @returns a function that restores them */
  discard(...paths: string[]): () => Promise<void>;
}

/** Opens another workspace. */
export interface ScriptWorkspace {
  /** @param create a folder that does not exist is created */
  openWorkspace(folder: string, create?: boolean): Promise<void>;
  /** Opens the sample workspace. */
  openExample(): Promise<void>;
  /** Asks for a folder in the system's dialog and opens it; has no effect when it is cancelled. */
  chooseWorkspace(): Promise<void>;
}

export interface ScriptStore extends OpenScripts, ScriptSaving, ScriptWorkspace {}

/** The state that the parts of the store share. */
export interface ScriptParts {
  client: HostClient;
  workspace: ShownWorkspace;
  drafts: ScriptDrafts;
  set: StoreApi<ScriptStore>['setState'];
  get: StoreApi<ScriptStore>['getState'];
}

/** The source of a program: it is edited like a script, but called by scripts instead of being run itself. */
export const isProgramSource = ({ path }: OpenScript) => !path.startsWith('scripts/');

export const isChanged = (script: OpenScript) => script.content !== script.saved;

/** Changes one open script, unless it was closed meanwhile. */
export function changeScript({ set }: ScriptParts, path: string, changes: Partial<OpenScript>): void {
  set(({ open }) => ({ open: open.map((script) => (script.path === path ? { ...script, ...changes } : script)) }));
}
