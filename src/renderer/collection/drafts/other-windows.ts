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
  drafts.onOtherWindows({
    followed(names) {
      const ids = names.flatMap((name) => typed.idOf(name) ?? []);
      if (ids.length === 0) return;
      set({ unsaved: typed.unsaved() });
      for (const { id } of get().open) if (ids.includes(id)) void showDraft(parts, id);
    },
    replaced(name, otherText) {
      const id = typed.idOf(name);
      if (id !== undefined) keepTheirs(parts, id, otherText);
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

/**
 * The text that another window has typed at the same time becomes a request without a file, which the tree lists; that of
 * a folder is offered.
 */
function keepTheirs(parts: StoreParts, id: string, otherText: string): void {
  const { get, typed } = parts;
  const name = get().open.find((item) => item.id === id)?.name ?? lastPart(withoutExtension(id));
  const other = withDraft({ ...untitledRequest(id), name }, otherText);
  if (other.kind === 'request' && isRequestId(id)) {
    const kept = `${name} (other window)`;
    typed.store({ ...withoutFile(other, newUntitledId()), name: kept });
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
