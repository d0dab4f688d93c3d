/** What a person drags into the window from another program: files, folders or a text. */

/** The parts of a drop. Without files and folders, it is a text; empty when it has none. */
export interface Dropped {
  files: File[];
  /** Names of folders. A browser does not tell their paths. */
  folders: string[];
  text: string;
}

/** Drags that begin in the window have such a type, for example requests of the tree and tabs. */
const OWN_TYPE = 'application/x-outrigger';

/** Whether files or a text of another program are dragged, and not a part of this window. */
export const canBeImported = ({ types }: { types: readonly string[] }): boolean =>
  !types.some((type) => type.startsWith(OWN_TYPE)) && (types.includes('Files') || types.includes('text/plain'));

/** Reads a drop. Must be called during the event: afterwards its data is empty. */
export function readDropped({ items, getData }: { items: Iterable<DroppedItem>; getData: () => string }): Dropped {
  const dropped: Dropped = { files: [], folders: [], text: '' };
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) dropped.folders.push(entry.name);
    else if (file) dropped.files.push(file);
  }
  if (dropped.files.length === 0 && dropped.folders.length === 0) dropped.text = getData();
  return dropped;
}

/** The used part of the platform's DataTransferItem. */
export interface DroppedItem {
  readonly kind: string;
  getAsFile(): File | null;
  webkitGetAsEntry(): { isDirectory: boolean; name: string } | null;
}
