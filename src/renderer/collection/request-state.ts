/** The state and the actions of the request store, grouped by the files that implement them. */
import type { CollectionInfo, DeletedEntry, EditedRequest } from '../../contract/collection/collection.ts';
import type { UnsavedEdits } from '../../contract/runs/runner-calls.ts';
import type { OpenItem } from './tabs/open-item.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';

/** @property requestedPlace the script or search hit for which it was shown: another one shows its own tab */
interface ShownPart {
  tab: string;
  requestedPlace: string;
}

/** The open requests and folders, their order, and the active one. */
export interface TabsSlice {
  open: OpenItem[];
  activeId: string | undefined;
  /** The request whose address is to get the focus when it is shown. */
  addressFocus: { id: string } | undefined;
  active(): OpenItem | undefined;
  /** The tab within each request or folder (Params, Scripts ...) that was shown last, by its id. */
  shownParts: Readonly<Record<string, ShownPart>>;
  showPart(id: string, part: ShownPart): void;
  /**
   * Opens the tabs of the last session in this workspace, or an untitled request if there were none. Does not wait for
   * the collection.
   */
  restore(): Promise<void>;
  /** Opens an item in a tab, or activates its tab. */
  select(id: string): Promise<void>;
  /** Opens an item, and gives the focus to the address of a request. */
  selectAddress(id: string): Promise<void>;
  /**
   * Opens a request that has no file, in a tab of its own.
   * @param request absent: an empty one
   * @param parent the folder that it inherits from; absent: the collection
   * @returns its id
   */
  openUntitled(request?: EditedRequest, name?: string, parent?: string): string;
  /** Closes tabs; unsaved edits are kept as drafts. If none remains, an untitled request is opened. */
  close(...ids: string[]): void;
  /** Moves a tab before another one, or to the end. */
  moveTab(id: string, before: string | null): void;
  /** Activates the next tab (1) or the previous one (-1), wrapping around. */
  stepTab(step: 1 | -1): Promise<void>;
}

/** Edits of open items, which are drafts until they are saved or discarded. */
export interface EditingSlice {
  /** Ids of all items with a draft, open or not. */
  unsaved: ReadonlySet<string>;
  /** A request without a file, restored from its draft. */
  draftItem(id: string): OpenItem;
  edit(change: Partial<EditedRequest>): void;
  /**
   * Replaces the open request by that of a cURL command; its scripts and documentation are kept.
   * @returns a function that restores what was replaced; undefined for a request without a file that was blank
   */
  pasteCurl(text: string): Promise<(() => Promise<void>) | undefined>;
  /** Discards edits. @returns a function that restores them */
  discard(...ids: string[]): () => Promise<void>;
}

/** Actions that write edits to files. */
export interface SavingSlice {
  /** The request without a file for which the dialog asks name and folder. */
  savingAs: string | undefined;
  /**
   * Writes the edits to the file. For a request without a file it asks for the name first (`savingAs`).
   * @param overwrite also if another program has changed the file
   */
  save(overwrite?: boolean): Promise<void>;
  /** Writes the request without a file in `savingAs` to a new file, which its tab then shows. */
  saveAs(parent: string, name: string): Promise<void>;
  cancelSaveAs(): void;
}

/** Handles changes of other programs in the files of open items. */
export interface FileChangesSlice {
  /** Discards the edits and shows the file. */
  reloadFromDisk(): Promise<void>;
  /** Shows changes of other programs where nothing was edited, and marks a conflict elsewhere. */
  refreshOpen(): Promise<void>;
}

export interface SendingSlice {
  /**
   * Sends the open request with the unsaved edits of it and its folders.
   * @param options.ignoreUnresolved also if names have no value; otherwise the person is asked about them once
   * @param options.debugged its scripts stop at breakpoints
   */
  send(options?: { ignoreUnresolved?: boolean; debugged?: boolean }): Promise<void>;
  /** Names without a value in the request to send, while the person is asked whether to send it. */
  unresolved: { id: string; names: string[]; debugged: boolean } | null;
  answerUnresolved(): void;
  /** Discards the OAuth 2 access tokens. */
  forgetTokens(): Promise<void>;
  /** Unsaved edits of these requests and folders. */
  unsavedEdits(ids: readonly string[]): Promise<UnsavedEdits>;
}

/** Changes in the tree of the collection. */
export interface TreeEditsSlice {
  /** Adds a first request, or the operations of the messaging service; creates the collection if there is none. */
  create(messagingService: boolean): Promise<void>;
  add(parent: string, name: string, request?: EditedRequest): Promise<void>;
  addFolder(parent: string, name: string): Promise<void>;
  /** @returns the path of the renamed file or folder */
  rename(id: string, name: string): Promise<string>;
  duplicate(id: string): Promise<void>;
  /** @returns a function that restores it */
  remove(id: string): Promise<() => Promise<void>>;
  /** @returns the path of the moved file or folder */
  move(id: string, parent: string, before: string | null): Promise<string>;
  /** The collection, or one folder or request of it, as the file of another program. */
  /** @returns also a list of the parts that the format cannot hold */
  exportText(
    id: string,
    format: 'postman' | 'opencollection',
  ): Promise<{ text: string; warnings: { where: string; what: string }[] }>;
}

/** Expanded items of the tree; stored for the workspace. */
export interface TreeSlice {
  /** Collapsed folders, and requests whose examples are shown. */
  toggled: ReadonlySet<string>;
  toggle(id: string): void;
  /** Expands folders. */
  expand(folders: readonly string[]): void;
  collapseAll(): void;
  /** The request or folder whose name is being edited. */
  renaming: string | undefined;
  startRenaming(id: string): void;
  endRenaming(): void;
}

/** What was deleted within the last month. */
export interface DeletedSlice {
  /** The list while it is shown, the latest first. */
  deleted: DeletedEntry[] | undefined;
  showDeleted(): Promise<void>;
  hideDeleted(): void;
  restoreDeleted(token: string): Promise<void>;
  /** Restores the request or folder that was deleted last. @returns undefined when there is none */
  restoreLatest(): Promise<DeletedEntry | undefined>;
  /** Deletes permanently. */
  purge(tokens: string[]): Promise<void>;
}

/** The collection as read by the host, and the values of the chosen environment for the open item. */
export interface CollectionSlice {
  /** Null where the workspace has none, and while `isLoading`. */
  collection: CollectionInfo | null;
  /** Whether the collection of this workspace is still being read for the first time. */
  isLoading: boolean;
  environment: string | null;
  /** The variables that the open request can use. */
  variables: VisibleVariable[];
  /** The auth that "Inherit from parent" refers to in the open item. */
  inheritedAuth: { scope: string; type: string } | null;
  load(): Promise<void>;
  setEnvironment(name: string | null): void;
  loadVariables(): Promise<void>;
}

/** What other parts of the window show in the tree and the editor. */
export interface ShowingSlice {
  /** An example that is shown instead of the response of an open request. */
  shownExample: { request: string; index: number } | undefined;
  /** The item that the tree scrolls to, expanding its folders. */
  revealed: { id: string; afterRemoval?: boolean } | undefined;
  /**
   * @param options.afterRemoval the item is the neighbour of a deleted one: it is revealed only where the deletion left
   *   the page without a focus, and not while the tree shows the matches of a search without the item
   */
  reveal(id: string, options?: { afterRemoval: boolean }): void;
  /** Opens the request with one of its examples; `index` counts from 0, because two can have one name. */
  showExample(request: string, index: number): Promise<void>;
}

export interface RequestStore
  extends
    TabsSlice,
    EditingSlice,
    SavingSlice,
    FileChangesSlice,
    SendingSlice,
    TreeEditsSlice,
    TreeSlice,
    DeletedSlice,
    CollectionSlice,
    ShowingSlice {
  /** The latest change of an id, by renaming, moving or the first save; ids of items below it change as well. */
  moved: { from: string; to: string } | undefined;
}
