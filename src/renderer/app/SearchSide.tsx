import { SearchPanel } from '../search/SearchPanel.tsx';
import { DropHint } from '../ui/drop/DropHint.tsx';
import { useImportDrop } from '../tree/import/use-import-drop.ts';
import classes from './app.module.css';

/** The search at the place of the tree, which imports what is dropped on it like the tree. */
export function SearchSide() {
  const drop = useImportDrop();
  return (
    <div className={classes['search']} {...drop.listeners}>
      <SearchPanel />
      {drop.isOver && <DropHint />}
    </div>
  );
}
