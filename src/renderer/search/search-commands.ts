import type { StoreApi } from 'zustand';
import type { Command } from '../context/commands/command.ts';
import type { SearchStore } from './search-store.ts';

export function searchCommands({ search }: { search: StoreApi<SearchStore> }): Command[] {
  return [
    {
      id: 'search-collection',
      label: 'Search and replace in the collection',
      keys: 'Mod+Shift+F',
      keywords: 'find text header body script',
      run: () => search.getState().show(true),
    },
  ];
}
