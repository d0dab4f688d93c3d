import { compareNames } from '../../../contract/compare-names.ts';
import type { TreeItem } from '../../../contract/collection/collection.ts';

/** Every tag of the requests and folders, in the order of their names. */
export const tagsIn = (items: readonly TreeItem[]): string[] =>
  [...new Set(items.flatMap(({ tags = [] }) => tags))].sort(compareNames);
