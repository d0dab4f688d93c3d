/** Leaves requests out by their tags. */
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { filtersByTag, passesTags, type TagFilter } from '../../../contract/runs/tag-filter.ts';

/** The requests that the filter leaves. @param items each folder before its content */
export function withTags(items: readonly TreeItem[], ids: readonly string[], filter: TagFilter): string[] {
  if (!filtersByTag(filter)) return [...ids];
  const tagsOf = new Map<string, readonly string[]>();
  for (const { id, parent, tags = [] } of items) tagsOf.set(id, [...(tagsOf.get(parent) ?? []), ...tags]);
  return ids.filter((id) => passesTags(tagsOf.get(id) ?? [], filter));
}
