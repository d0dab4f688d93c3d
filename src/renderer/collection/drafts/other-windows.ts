/** Follows what is typed into requests and folders in another window on the same folder. */
import { showHint } from '../../ui/messages/notify.ts';
import { toastWithOtherText } from '../../ui/messages/other-text.ts';
import { lastPart, withoutExtension } from '../item-path.ts';
import { changeItem, isGone, isRequestId, readItem, type StoreParts } from '../store-parts.ts';
import { newUntitledId, untitledRequest, withoutDiskChange, withoutOthers, type OpenItem } from '../tabs/open-item.ts';
import { withoutFile } from '../tabs/untitled-tabs.ts';
import { withDraft } from './request-draft.ts';

export function followOtherWindows(parts: StoreParts): void {
  const { drafts, typed, set, get } = parts;
  const copies: Copies = new Map();
  drafts.onOtherWindows({
    followed(names) {
      const ids = names.flatMap((name) => typed.idOf(name) ?? []);
      if (ids.length === 0) return;
      for (const id of ids) removeNeedless(parts, copies, id);
      set({ unsaved: typed.unsaved() });
      for (const { id } of get().open) if (ids.includes(id)) void showDraft(parts, id);
    },
    replaced(name, otherText) {
      const id = typed.idOf(name);
      if (id !== undefined) keepTheirs(parts, copies, id, otherText);
    },
  });
}

async function showDraft(parts: StoreParts, id: string): Promise<void> {
  const { typed } = parts;
  try {
    const stored = await readItem(parts, id);
    changeItem(parts, id, (now) => typed.restore(withoutDiskChange({ ...withoutOthers(now), ...stored })));
  } catch (error) {
    // It was renamed, moved or deleted there: without edits its tab closes with the next change of the folder.
    if (isGone(id, error) && typed.read(id) === null)
      changeItem(parts, id, (now) => ({ ...now, edited: now.saved }) as OpenItem);
  }
}

/** The texts that this window has kept of others, by the ids of their requests; `stored` is the draft of the copy. */
type Copies = Map<string, { id: string; otherText: string; stored: string | null }>;

/**
 * The text that another window has typed at the same time becomes a request without a file, which the tree lists; that of
 * a folder is offered. While that window types on, it is the same request.
 */
function keepTheirs(parts: StoreParts, copies: Copies, id: string, otherText: string): void {
  const { get, typed } = parts;
  const name = get().open.find((item) => item.id === id)?.name ?? lastPart(withoutExtension(id));
  const other = withDraft({ ...untitledRequest(id), name }, otherText);
  if (other.kind === 'request' && isRequestId(id)) {
    const kept = `${name} (other window)`;
    const copy = copies.get(id);
    const isSame = copy?.stored != null && typed.read(copy.id) === copy.stored;
    if (isSame && holds(copy.otherText, otherText)) return;
    const goesOn = isSame && holds(otherText, copy.otherText);
    const copyId = goesOn ? copy.id : newUntitledId();
    typed.store({ ...withoutFile(other, copyId), name: kept });
    copies.set(id, { id: copyId, otherText, stored: typed.read(copyId) });
    if (get().open.some((item) => item.id === copyId)) void showDraft(parts, copyId);
    if (goesOn) return;
    return showHint(
      `Another window changed ${name} at the same time. Its text is kept as ${kept}, a request without a file.`,
    );
  }
  toastWithOtherText(name === '' ? 'the collection' : name, async () => {
    typed.write(id, otherText);
    if (get().open.some((item) => item.id === id)) await showDraft(parts, id);
    else await get().select(id);
  });
}

/** Removes the copy of a text that the request itself holds now, unless somebody has opened or changed the copy. */
function removeNeedless({ get, typed }: StoreParts, copies: Copies, id: string): void {
  const copy = copies.get(id);
  if (!copy || !holds(typed.read(id) ?? '', copy.otherText)) return;
  copies.delete(id);
  const isOpen = get().open.some((item) => item.id === copy.id);
  if (!isOpen && typed.read(copy.id) === copy.stored) typed.remove(copy.id);
}

/** Whether a text is another one with, at most, an insertion: nothing of the other one is missing in it. */
function holds(text: string, part: string): boolean {
  if (text.length < part.length) return false;
  let before = 0;
  while (before < part.length && text[before] === part[before]) before += 1;
  let after = 0;
  while (after < part.length - before && text.at(-1 - after) === part.at(-1 - after)) after += 1;
  return before + after === part.length;
}
