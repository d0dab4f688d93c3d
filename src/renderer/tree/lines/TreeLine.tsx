import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { MethodLabel } from '../../ui/labels/MethodLabel.tsx';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';
import { UnsavedDot } from '../../ui/tabs/TabStrip.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from '../tree.module.css';

/** The content of a line of the tree: name, method or arrow, and the button for its menu. */
export const TreeLine = memo(function TreeLine(props: {
  row: TreeRow;
  unsaved: boolean;
  onMenu: (row: TreeRow, place: { x: number; y: number }) => void;
}) {
  const { row, unsaved, onMenu } = props;
  return (
    <>
      <span className={classes['arrow']}>
        {row.expanded !== undefined &&
          (row.expanded ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />)}
      </span>
      {row.kind === 'example' && row.method !== '' && <StatusLabel status={Number(row.method)} />}
      {(row.kind === 'request' || row.kind === 'untitled') && <MethodLabel method={row.method} />}{' '}
      <span className={classes['name']} dir="auto">
        {visibleText(row.name)}
      </span>
      {unsaved && <UnsavedDot />}
      {row.kind !== 'example' && (
        <button
          type="button"
          className={classes['more']}
          tabIndex={-1}
          aria-label={`More for ${visibleText(row.name)}`}
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu(row, { x: left, y: bottom });
          }}
        >
          <IconDots size={14} aria-hidden />
        </button>
      )}
    </>
  );
});

/** The field for renaming a line: Enter accepts the new name, Escape restores the former one. */
export function RenameField(props: { name: string; onName: (name: string) => void; onCancel: () => void }) {
  const { onName, onCancel } = props;
  const [name, setName] = useState(props.name);
  const finish = () => (name.trim() === '' || name.trim() === props.name ? onCancel() : onName(name.trim()));
  return (
    <TextInput
      autoFocus
      size="xs"
      className={classes['rename'] ?? ''}
      aria-label={`New name of ${visibleText(props.name)}`}
      maxLength={200}
      value={name}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={finish}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish();
        else if (event.key === 'Escape') onCancel();
      }}
    />
  );
}
