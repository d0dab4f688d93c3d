/** The state of the request store and what can be done with it, by the parts that implement it. */
import type { CollectionInfo, DeletedEntry, EditedRequest } from '../../contract/collection/collection.ts';
import type { UnsavedEdits } from '../../contract/runs/runner-calls.ts';
import type { OpenItem } from './tabs/open-item.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';

/** Which requests and folders are open, in which order, and which one is shown. */
export interface Tabs {
  open: OpenItem[];
  activeId: string | undefined;
  /** Another object each time a request without a file is opened, whose address then gets the focus. */
  openedUntitled: { id: string } | undefined;
  active(): OpenItem | undefined;
  /**
   * Opens what was open in this workspace the last time; an untitled request when that was nothing. Does not wait for the
   * collection.
   */
  restore(): Promise<void>;
  /** Opens it in a tab, or shows the tab that it has. */
  select(id: string): Promise<void>;
  /**
   * Opens a request that has no file, in a tab of its own.
   * @param request left out: an empty one. @returns its id
   */
  openUntitled(request?: EditedRequest, name?: string, suggestedParent?: string): string;
  /** What is typed into them stays as their draft. Where nothing is left open, an untitled request is. */
  close(...ids: string[]): void;
  /** Puts a tab before another, or last. */
  moveTab(id: string, before: string | null): void;
  /** Shows the next tab (1) or the one before (-1), around the ends. */
  stepTab(step: 1 | -1): Promise<void>;
}

/** What is typed into open items: kept as drafts until it is saved or discarded. */
export interface Editing {
  /** Ids of what has a draft, open or not. */
  unsaved: ReadonlySet<string>;
  /** A request without a file, as its draft has it. */
  draftItem(id: string): OpenItem;
  edit(change: Partial<EditedRequest>): void;
  /** A cURL command becomes the open request, whose scripts and documentation stay. */
  pasteCurl(text: string): Promise<void>;
  /** Goes back to the files. @returns brings back what was typed */
  discard(...ids: string[]): () => Promise<void>;
}

/** How what is typed gets into files. */
export interface Saving {
  /** The request without a file that asks for its name and folder. */
  savingAs: string | undefined;
  /**
   * Writes what is typed into the file. A request without a file asks for its name first (`savingAs`).
   * @param overwrite also when the file was changed by another program
   */
  save(overwrite?: boolean): Promise<void>;
  /** Writes the request without a file that `savingAs` names into a new file, whose tab it becomes. */
  saveAs(parent: string, name: string): Promise<void>;
  cancelSaveAs(): void;
}

/** What other programs have written into the files of open items. */
export interface FileChanges {
  /** Takes what is on disk, and lets go of what was typed. */
  takeTheirs(): Promise<void>;
  /** Takes over what another program has changed where nothing was typed, and marks it where something was. */
  refreshOpen(): Promise<void>;
}

export interface Sending {
  /**
   * Sends it with what is typed into the folders that it inherits from.
   * @param options.anyway also with names that have no value; otherwise the person is asked about them once
   * @param options.debugged its scripts stop at breakpoints
   */
  send(options?: { anyway?: boolean; debugged?: boolean }): Promise<void>;
  /** Names without a value in the request that is to be sent: the question whether to send it. */
  unresolved: { id: string; names: string[]; debugged: boolean } | null;
  answerUnresolved(): void;
  /** Lets go of access tokens that were got by OAuth 2.0. */
  forgetTokens(): Promise<void>;
  /** What is typed into these requests and folders and not saved. */
  unsavedEdits(ids: readonly string[]): Promise<UnsavedEdits>;
}

/** Changes in the tree of the collection. */
export interface TreeEdits {
  /** Adds a first request, or the operations of the messaging service, and a collection where there is none. */
  create(messagingService: boolean): Promise<void>;
  add(parent: string, name: string, request?: EditedRequest): Promise<void>;
  addFolder(parent: string, name: string): Promise<void>;
  /** @returns its new file or folder */
  rename(id: string, name: string): Promise<string>;
  duplicate(id: string): Promise<void>;
  /** @returns brings it back */
  remove(id: string): Promise<() => Promise<void>>;
  move(id: string, parent: string, before: string | null): Promise<void>;
  /** The collection, or one folder or request of it, as the file of another program. */
  /** @returns also what the format has no place for */
  exportText(
    id: string,
    format: 'postman' | 'opencollection',
  ): Promise<{ text: string; warnings: { where: string; what: string }[] }>;
}

/** What is expanded in the tree; remembered for the workspace. */
export interface TreeState {
  /** Folders that are closed, and requests whose examples are shown. */
  toggled: ReadonlySet<string>;
  toggle(id: string): void;
  /** Opens folders. */
  expand(folders: readonly string[]): void;
  collapseAll(): void;
  /** The request or folder whose name is a field now. */
  renaming: string | undefined;
  startRenaming(id: string): void;
  endRenaming(): void;
}

/** What was deleted within the last month. */
export interface Deleted {
  /** The list while it is shown, the latest first. */
  deleted: DeletedEntry[] | undefined;
  showDeleted(): Promise<void>;
  hideDeleted(): void;
  restoreDeleted(token: string): Promise<void>;
  /** Deletes for good. */
  purge(tokens: string[]): Promise<void>;
}

/** The collection as the host has read it, and what the chosen environment means for the open item. */
export interface LoadedCollection {
  /** Null where the workspace has none, and while `isLoading`. */
  collection: CollectionInfo | null;
  /** Whether the collection of this workspace is still being read for the first time. */
  isLoading: boolean;
  environment: string | null;
  /** What the open request would find for `{{name}}`. */
  variables: VisibleVariable[];
  /** What "Inherit from parent" stands for in the open item. */
  inheritedAuth: { scope: string; type: string } | null;
  load(): Promise<void>;
  setEnvironment(name: string | null): void;
  loadVariables(): Promise<void>;
}

export interface RequestStore
  extends Tabs, Editing, Saving, FileChanges, Sending, TreeEdits, TreeState, Deleted, LoadedCollection {
  /** An example that is shown in the place of the response of an open request. */
  shownExample: { request: string; name: string } | undefined;
  /** What the tree scrolls to and expands its folders for. */
  revealed: { id: string } | undefined;
  /** The latest change of an id, by a new name, another folder or the first save: what is below it has another one too. */
  moved: { from: string; to: string } | undefined;
  reveal(id: string): void;
  /** Opens the request with one of its examples. */
  showExample(request: string, name: string): Promise<void>;
}
