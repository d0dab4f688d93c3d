import { TagsInput } from '@mantine/core';
import { useMemo } from 'react';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { tagsIn } from '../../collection/tree/tags-in.ts';
import { useFrom } from '../../context/app-context.ts';

const noItems: TreeItem[] = [];

/** The tags of a request or folder, by which runs select. */
export function TagsField(props: { tags: string[] | undefined; help: string; onChange: (tags?: string[]) => void }) {
  const { tags = [], help, onChange } = props;
  const items = useFrom('requests', (state) => state.collection?.items ?? noItems);
  const known = useMemo(() => tagsIn(items), [items]);
  return (
    <TagsInput
      size="xs"
      w={320}
      label="Tags"
      description={help}
      maxTags={1000}
      data={known}
      value={tags}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
