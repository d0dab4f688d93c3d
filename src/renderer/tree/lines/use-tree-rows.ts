/** The lines of the tree, from the store. */
import { useMemo } from 'react';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { isUntitled, titleOf } from '../../collection/tabs/open-item.ts';
import type { RequestStore } from '../../collection/request-state.ts';
import { useFrom } from '../../context/app-context.ts';
import { treeRows, type TreeRow, type UntitledItem } from './tree-rows.ts';

const noItems: TreeItem[] = [];

export function useTreeRows(search: string): TreeRow[] {
  const items = useFrom('requests', (state) => state.collection?.items ?? noItems);
  const toggled = useFrom('requests', (state) => state.toggled);
  // As text, so that the tree is rendered again only when one of them changes visibly.
  const untitledJson = useFrom('requests', (state) => JSON.stringify(untitledItems(state)));
  return useMemo(
    () => treeRows({ items, toggled, search, untitled: JSON.parse(untitledJson) as UntitledItem[] }),
    [items, toggled, search, untitledJson],
  );
}

/** Requests without a file that have content, open or not. */
function untitledItems({ unsaved, open, draftItem }: RequestStore): UntitledItem[] {
  return [...unsaved].filter(isUntitled).flatMap((id) => {
    const item = open.find((item) => item.id === id) ?? draftItem(id);
    return item.kind === 'request' ? [{ id, name: titleOf(item), method: item.edited.method }] : [];
  });
}
