/** Unsaved edits of a request or folder, with the version of the file that they are based on. */
import { draftParent, isEdited, type OpenItem } from '../tabs/open-item.ts';
import { hasOtherKinds, type OtherKinds } from './other-kinds.ts';

interface Draft {
  /** Nothing but the content of other kinds is stored. Its first member, by which `isUnchanged` knows the text. */
  unchanged?: true;
  version: string;
  /** Fields may be missing when an older version of Outrigger has written it. */
  edited: object;
  /** The name of a request that has no file. */
  name?: string;
  /** The folder of a request that has no file. */
  parent?: string;
  others?: OtherKinds;
}

export const draftOf = (item: OpenItem): string => {
  const { version, edited, name, others } = item;
  return JSON.stringify({
    ...(version !== '' && !isEdited(item) ? { unchanged: true } : {}),
    version,
    edited,
    ...(version === '' ? { name, ...draftParent(item) } : {}),
    ...(others ? { others } : {}),
  } satisfies Draft);
};

/** Whether the item equals its file: the draft has only what was typed into kinds of body and auth that are not selected. */
export const isUnchanged = (text: string): boolean => text.startsWith('{"unchanged":true,');

/** Whether closing the window would lose edits of the item, or the content of other kinds. */
export const hasDraft = (item: OpenItem): boolean =>
  isEdited(item) || (item.others !== undefined && hasOtherKinds(item.others));

/**
 * The stored item with its draft. A draft based on another version of the file keeps that version, so that saving asks
 * before it overwrites changes of another program.
 */
export function withDraft(item: OpenItem, text: string | null): OpenItem {
  const draft = readDraft(text);
  if (!draft) return item;
  const { name = item.name } = draft;
  const others = draft.others ? { others: draft.others } : {};
  const edited = draft.unchanged ? item.saved : { ...item.saved, ...draft.edited };
  const parent = draft.parent === undefined ? {} : { parent: draft.parent };
  const restoredItem = { ...item, name, edited, ...parent, ...others } as OpenItem;
  if (draft.version === item.version || !isEdited(restoredItem)) return restoredItem;
  return { ...restoredItem, version: draft.version, diskChange: { version: item.version } };
}

function readDraft(text: string | null): Draft | undefined {
  try {
    const { unchanged, version, edited, name, parent, others } = JSON.parse(text ?? '{}') as Partial<Draft>;
    if (typeof version !== 'string' || typeof edited !== 'object') return undefined;
    return {
      ...(unchanged === true ? { unchanged } : {}),
      version,
      edited,
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof parent === 'string' ? { parent } : {}),
      ...(others ? { others } : {}),
    };
  } catch {
    return undefined;
  }
}
