/** What is typed into a request or folder and not saved, with the version of the file that it changes. */
import { isEdited, type OpenItem } from '../tabs/open-item.ts';
import { hasOtherKinds, type OtherKinds } from './other-kinds.ts';

interface Draft {
  version: string;
  /** An older version of Outrigger may have written it; fields may be missing. */
  edited: object;
  /** The name of a request that has no file. */
  name?: string;
  others?: OtherKinds;
}

export const draftOf = ({ version, edited, name, others }: OpenItem): string =>
  JSON.stringify({
    version,
    edited,
    ...(version === '' ? { name } : {}),
    ...(others ? { others } : {}),
  } satisfies Draft);

/** Whether there is anything that closing the window would lose. */
export const hasDraft = (item: OpenItem): boolean =>
  isEdited(item) || (item.others !== undefined && hasOtherKinds(item.others));

/**
 * The item as it is on disk with its draft. A draft of another version of the file keeps that version: saving it then
 * asks before it overwrites what another program has written.
 */
export function withDraft(item: OpenItem, text: string | null): OpenItem {
  const draft = readDraft(text);
  if (!draft) return item;
  const { name = item.name } = draft;
  const others = draft.others ? { others: draft.others } : {};
  const restored = { ...item, name, edited: { ...item.saved, ...draft.edited }, ...others } as OpenItem;
  if (draft.version === item.version || !isEdited(restored)) return restored;
  return { ...restored, version: draft.version, theirs: { version: item.version } };
}

function readDraft(text: string | null): Draft | undefined {
  try {
    const { version, edited, name, others } = JSON.parse(text ?? '{}') as Partial<Draft>;
    if (typeof version !== 'string' || typeof edited !== 'object') return undefined;
    return { version, edited, ...(typeof name === 'string' ? { name } : {}), ...(others ? { others } : {}) };
  } catch {
    return undefined;
  }
}
