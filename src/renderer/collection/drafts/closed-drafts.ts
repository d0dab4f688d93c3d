/** Unsaved edits of requests that are not open, and whose file another program has deleted. */
import { lastPart, withoutExtension } from '../item-path.ts';
import { showHint } from '../../ui/messages/notify.ts';
import {
  isEdited,
  isUntitled,
  newUntitledId,
  untitledRequest,
  type OpenItem,
  type OpenRequest,
} from '../tabs/open-item.ts';
import { isGone, isRequestId, readItem, type StoreParts } from '../store-parts.ts';
import { withoutFile } from '../tabs/untitled-tabs.ts';

/**
 * Turns them into requests without a file, which the tree lists. Requests that were deleted here are skipped: they can
 * be restored with their file.
 */
export async function keepDraftsOfGoneFiles(parts: StoreParts): Promise<void> {
  const { client, get, typed } = parts;
  const itemIds = new Set(get().collection?.items.map(({ id }) => id));
  const closedIds = [...typed.unsaved()].filter(
    (id) => isRequestId(id) && !isUntitled(id) && !itemIds.has(id) && !isOpen(parts, id),
  );
  if (closedIds.length === 0) return;
  const { entries } = await client.call('collection.deleted', {});
  const isDeletedHere = (id: string) => entries.some((entry) => id === entry.id || id.startsWith(`${entry.id}/`));
  const untitledIds: string[] = [];
  for (const id of closedIds)
    if (!isDeletedHere(id) && (await isFileGone(parts, id)) && keepDraft(parts, id)) untitledIds.push(id);
  const [first] = untitledIds;
  if (first === undefined) return;
  showHint(
    untitledIds.length === 1
      ? `${first} was deleted by another program. What you typed into it is kept as a request without a file.`
      : `${untitledIds.length} files were deleted by another program. What you typed into them is kept as requests without a file.`,
  );
}

/** The item with its unsaved edits. @throws FileNotFound */
export async function readWithDraft(parts: StoreParts, id: string): Promise<OpenItem> {
  const item = parts.typed.restore(await readItem(parts, id));
  // Another program has made the same change: nothing could be saved, so nothing is unsaved.
  if (!isEdited(item) && parts.get().unsaved.has(id)) parts.typed.store(item);
  return item;
}

/**
 * The item with its unsaved edits; if its file is gone, the request without a file that its draft has become.
 * @throws FileNotFound when there is no draft either
 */
export async function readItemOrDraft(parts: StoreParts, id: string): Promise<OpenItem> {
  try {
    return await readWithDraft(parts, id);
  } catch (error) {
    if (!isGone(id, error)) throw error;
    const untitledId = keptAs(parts, id);
    const item = untitledId === undefined ? keepDraft(parts, id) : draftWithoutFile(parts, untitledId);
    if (!item) throw error;
    return item;
  }
}

/** A request without a file; undefined when it was discarded, or saved under a name. */
export function draftWithoutFile({ get, typed }: StoreParts, id: string): OpenItem | undefined {
  const open = get().open.find((item) => item.id === id);
  return open ?? (typed.read(id) === null ? undefined : typed.restore(untitledRequest(id)));
}

/** @returns the request without a file that its draft became; undefined when it has no draft */
function keepDraft({ typed, keptDraftIds, workspace }: StoreParts, id: string): OpenRequest | undefined {
  const item = typed.restore({ ...untitledRequest(id), name: lastPart(withoutExtension(id)) });
  if (typed.read(id) === null || item.kind !== 'request') return undefined;
  const untitled = withoutFile(item, newUntitledId());
  typed.remove(id);
  typed.store(untitled);
  keptDraftIds.set(goneKey(workspace.root(), id), untitled.id);
  return untitled;
}

const goneKey = (root: string, id: string): string => `${root}\n${id}`;
/** The request without a file that this one's draft has become in this window, if any. */
export const keptAs = ({ keptDraftIds, workspace }: StoreParts, id: string): string | undefined =>
  keptDraftIds.get(goneKey(workspace.root(), id));

const isOpen = ({ get }: StoreParts, id: string): boolean => get().open.some((item) => item.id === id);

async function isFileGone(parts: StoreParts, id: string): Promise<boolean> {
  try {
    await readItem(parts, id);
    return false;
  } catch (error) {
    await parts.moving;
    return isGone(id, error) && !isOpen(parts, id);
  }
}
