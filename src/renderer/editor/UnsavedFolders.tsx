import { useFrom } from '../context/app-context.ts';
import { foldersDownTo } from '../collection/tree/folders-above.ts';
import classes from './unsaved-folders.module.css';

/** Says that Send includes unsaved edits of the request's folders. @param props.parent the folder that it is in */
export function UnsavedFolders({ parent }: { parent: string }) {
  const unsavedIds = useFrom('requests', (state) => state.unsaved);
  const collection = useFrom('requests', (state) => state.collection);
  const names = foldersDownTo(parent)
    .filter((folder) => unsavedIds.has(folder))
    .map((folder) =>
      folder === '' ? (collection?.name ?? '') : (collection?.items.find((item) => item.id === folder)?.name ?? folder),
    );
  if (names.length === 0) return null;
  return (
    <p className={classes['note']} role="note">
      Send uses the unsaved changes of {names.join(', ')}.
    </p>
  );
}
