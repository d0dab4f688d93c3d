import { Button, Menu } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { NameItem } from '../../ui/NameItem.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';

const noExamples: NonNullable<TreeItem['examples']> = [];

/** A menu of a request's examples; nothing where it has none. */
export function ExamplesMenu({ id }: { id: string }) {
  const { response: store } = useApp();
  const examples = useFrom(
    'requests',
    (state) => state.collection?.items.find((item) => item.id === id)?.examples ?? noExamples,
  );
  if (examples.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconBookmarks size={14} />}>
          Examples ({examples.length})
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {examples.map(({ name, status }, index) => (
          <NameItem
            key={index}
            icon={status !== null && <StatusLabel status={status} />}
            onOpen={() => void store.getState().openExample(id, index).catch(showError)}
          >
            {visibleText(name)}
          </NameItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
