/** The state of the store of scripts and what can be done with it, by the parts that implement it. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { ScriptDrafts } from './script-drafts.ts';

export interface OpenScript {
  path: string;
  content: string;
  /** What was last read from disk or written to it, and its version. */
  saved: string;
  version: string;
}

/** Which scripts are open, in which order, and what is typed into them. */
export interface OpenScripts {
  open: OpenScript[];
  activePath: string | undefined;
  /** Where the editor goes next. */
  place: { path: string; line: number } | undefined;
  active(): OpenScript | undefined;
  /** @param line the editor goes there */
  openScript(path: string, line?: number): Promise<void>;
  /** Creates a script and opens it. @throws when the name is taken, or is no file name */
  create(name: string): Promise<void>;
  /** What is typed into it and not saved stays as its draft. */
  close(path: string): void;
  /** Puts a tab before another, or last. */
  moveTab(path: string, before: string | null): void;
  edit(path: string, content: string): void;
}

/** How what is typed gets into the files, or is discarded. */
export interface ScriptSaving {
  /** A save that was refused because the file has changed on disk. */
  conflict: string | undefined;
  /** What is typed into scripts and not saved, open or not. */
  unsaved(): { path: string; content: string }[];
  /** @param overwrite also when the file was changed by another program */
  save(overwrite?: boolean): Promise<void>;
  /** Takes what is on disk, and discards what was typed. */
  reload(): Promise<void>;
  cancelConflict(): void;
  /** Goes back to the files. @returns brings back what was typed */
  discard(...paths: string[]): () => Promise<void>;
}

/** The workspace whose scripts are shown. */
export interface ScriptWorkspace {
  root: string;
  openWorkspace(folder: string): Promise<void>;
  /** Opens the sample workspace. */
  openExample(): Promise<void>;
  /** Asks for a folder in the system's dialog and opens it; nothing changes when it is cancelled. */
  chooseWorkspace(): Promise<void>;
}

export interface ScriptStore extends OpenScripts, ScriptSaving, ScriptWorkspace {}

/** What the parts of the store share. */
export interface ScriptParts {
  client: HostClient;
  drafts: ScriptDrafts;
  set: StoreApi<ScriptStore>['setState'];
  get: StoreApi<ScriptStore>['getState'];
}

/** The source of a program: it is edited like a script, and is called by one rather than run itself. */
export const isProgramSource = ({ path }: OpenScript) => !path.startsWith('scripts/');

export const isChanged = (script: OpenScript) => script.content !== script.saved;

/** Changes one open script; nothing happens when it was closed meanwhile. */
export function changeScript({ set }: ScriptParts, path: string, changes: Partial<OpenScript>): void {
  set(({ open }) => ({ open: open.map((script) => (script.path === path ? { ...script, ...changes } : script)) }));
}
