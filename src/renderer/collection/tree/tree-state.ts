/** The expanded items of the tree, stored for the workspace. */
import type { TreeSlice } from '../request-state.ts';
import type { StoreParts } from '../store-parts.ts';

export function createTreeState(parts: StoreParts): TreeSlice {
  const { get, set, typed } = parts;
  return {
    toggled: new Set(typed.toggled()),
    renaming: undefined,
    startRenaming: (renaming) => set({ renaming }),
    endRenaming: () => set({ renaming: undefined }),
    toggle(id) {
      const next = new Set(get().toggled);
      if (!next.delete(id)) next.add(id);
      setToggled(parts, next);
    },
    expand(folders) {
      setToggled(
        parts,
        [...get().toggled].filter((id) => !folders.includes(id)),
      );
    },
    collapseAll() {
      const folders = (get().collection?.items ?? []).filter(({ kind }) => kind === 'folder');
      setToggled(
        parts,
        folders.map(({ id }) => id),
      );
    },
  };
}

export function setToggled({ set, typed }: StoreParts, ids: Iterable<string>): void {
  const toggled = new Set(ids);
  typed.setToggled([...toggled]);
  set({ toggled });
}
