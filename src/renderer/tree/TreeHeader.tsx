import { ActionIcon } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useApp } from '../context/app-context.ts';
import { CommandMenu } from '../context/commands/CommandMenu.tsx';
import { SidebarHeader } from '../ui/SidebarHeader.tsx';

/** The head of the tree: search, adding, and commands for the whole collection. */
export function TreeHeader({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { requests: store } = useApp();
  return (
    <SidebarHeader
      title="Requests"
      search={{ label: 'Search requests', value: search, onChange: onSearch }}
      onCollapseAll={() => store.getState().collapseAll()}
    >
      <CommandMenu menu="addToCollection" target="" position="bottom-start">
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Add to the collection"
          title="Add to the collection"
        >
          <IconPlus size={16} />
        </ActionIcon>
      </CommandMenu>
      <CommandMenu menu="collection" target="" position="bottom-start">
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label="More for the collection"
          title="More for the collection"
        >
          <IconDots size={16} />
        </ActionIcon>
      </CommandMenu>
    </SidebarHeader>
  );
}
