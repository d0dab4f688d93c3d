import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
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

/**
 * The field for renaming a line: Enter accepts the new name, Escape restores the former one.
 * @param props.onName resolves with whether it has this name now. Otherwise the field keeps the name for another attempt
 */
export function RenameField(props: { name: string; onName: (name: string) => Promise<boolean>; onCancel: () => void }) {
  const { onName, onCancel } = props;
  const [name, setName] = useState(props.name);
  const [refusedName, setRefusedName] = useState<string>();
  const isSent = useRef(false);
  const finish = async () => {
    if (isSent.current) return;
    const newName = name.trim();
    if (newName === '' || newName === props.name) return onCancel();
    isSent.current = true;
    if (await onName(newName)) return;
    isSent.current = false;
    setRefusedName(newName);
  };
  const onBlur = () => {
    // Only the person tries a refused name again.
    if (name.trim() !== refusedName) void finish();
  };
  return (
    <TextInput
      autoFocus
      size="xs"
      className={classes['rename'] ?? ''}
      aria-label={`New name of ${visibleText(props.name)}`}
      maxLength={200}
      value={name}
      error={name.trim() === refusedName}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={onBlur}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') void finish();
        else if (event.key === 'Escape') onCancel();
      }}
    />
  );
}
