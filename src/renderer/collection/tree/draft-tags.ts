import type { TreeItem } from '../../../contract/collection/collection.ts';
import type { RequestStore } from '../request-state.ts';

type Items = Pick<RequestStore, 'collection' | 'unsaved' | 'open' | 'draftItem'>;

/** The requests and folders of the collection, with the tags of their unsaved changes. */
export function itemsWithDraftTags({ collection, unsaved, open, draftItem }: Items): TreeItem[] {
  return (collection?.items ?? []).map((item) => {
    if (!unsaved.has(item.id)) return item;
    const { tags: _saved, ...others } = item;
    const { tags } = (open.find(({ id }) => id === item.id) ?? draftItem(item.id)).edited;
    return tags ? { ...others, tags } : others;
  });
}
