import { Button, Popover, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { withFoldersAbove } from '../../collection/tree/folders-above.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import classes from '../runner.module.css';
import { useSavedFiles } from './tagged-items.ts';

const MAX_NAMES = 50;

/** Lists the unsaved changes that the run uses, and lets the person use the files instead. */
export function UnsavedInRun() {
  const { runner: store } = useApp();
  const unsavedIds = useFrom('requests', (state) => state.unsaved);
  const collection = useFrom('requests', (state) => state.collection);
  const selectedIds = useFrom('runner', (state) => state.selected);
  const onQueue = useFrom('queue', (state) => state.settings.on);
  const isLoad = useFrom('load', (state) => state.isShown);
  const savedFiles = useSavedFiles();
  const ids = useMemo(() => {
    const items = new Set(['', ...(collection?.items ?? []).map(({ id }) => id)]);
    return withFoldersAbove([...selectedIds]).filter((id) => unsavedIds.has(id) && items.has(id));
  }, [unsavedIds, selectedIds, collection]);
  if (ids.length === 0) return null;
  const names = new Map((collection?.items ?? []).map(({ id, name }) => [id, name]));
  const requests = ids.filter((id) => /\.ya?ml$/.test(id)).length;
  const folders = ids.length - requests;
  const parts = [requests > 0 ? countText(requests, 'request') : '', folders > 0 ? countText(folders, 'folder') : ''];
  const what = parts.filter(Boolean).join(' and ');
  return (
    <div className={classes['unsaved']} role="note">
      <Popover position="bottom-start">
        <Popover.Target>
          <UnstyledButton>
            {savedFiles ? `Leaves out unsaved changes of ${what}` : `Uses unsaved changes of ${what}`}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <ul className={classes['names']}>
            {ids.slice(0, MAX_NAMES).map((id) => (
              <li key={id}>{visibleText(id === '' ? (collection?.name ?? '') : (names.get(id) ?? id))}</li>
            ))}
            {ids.length > MAX_NAMES && <li>and {ids.length - MAX_NAMES} more</li>}
          </ul>
        </Popover.Dropdown>
      </Popover>
      {(!onQueue || isLoad) && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => store.getState().setPlan({ savedFiles: !savedFiles })}
        >
          {savedFiles ? 'Use the unsaved changes' : 'Use the saved files instead'}
        </Button>
      )}
    </div>
  );
}
