/** Unsaved edits of requests and folders, in the form in which a run uses them instead of the files. */
import type { UnsavedEdits } from '../../../contract/runs/runner-calls.ts';
import { isEdited, isUntitled } from '../tabs/open-item.ts';
import { readItem, type StoreParts } from '../store-parts.ts';

/** The drafts of these requests and folders, open or not; a draft whose file cannot be read is skipped. */
export async function unsavedEdits(parts: StoreParts, ids: readonly string[]): Promise<UnsavedEdits> {
  const { get, typed } = parts;
  const edits: UnsavedEdits = { requests: [], folders: [] };
  const withDraft = typed.unsaved();
  for (const id of ids) {
    if (!withDraft.has(id) || isUntitled(id)) continue;
    const open = get().open.find((item) => item.id === id);
    const item = open ?? (await readItem(parts, id).then(typed.restore, () => undefined));
    if (!item || !isEdited(item)) continue;
    if (item.kind === 'request') edits.requests.push({ id, request: item.edited });
    else edits.folders.push({ id, folder: item.edited });
  }
  return edits;
}
