import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { shownKeys } from '../../../context/commands/commands.ts';
import { treeItemAttributes } from '../../../ui/lists/tree-item-attributes.ts';
import { pathText, type JsonRow } from './json-rows.ts';
import classes from '../../response.module.css';

/** One line of the tree of a JSON body: a member, or what reads more members. */
export function JsonTreeLine(props: {
  row: JsonRow;
  /** From the top of the tree, in CSS pixels. */
  start: number;
  /** Whether the Tab key focuses this line. */
  isTabStop: boolean;
  onFocus: () => void;
  onClick: () => void;
}) {
  const { row, start, isTabStop, onFocus, onClick } = props;
  return (
    <div
      {...treeItemAttributes(row, isTabStop)}
      aria-label={labelOf(row)}
      data-acts={row.kind === 'more' || row.expanded !== undefined || undefined}
      style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + (row.level - 1) * 14 }}
      onFocus={onFocus}
      onClick={onClick}
    >
      {row.kind === 'more' ? row.name : <Node row={row} />}
    </div>
  );
}

function labelOf(row: JsonRow): string {
  if (row.kind === 'more') return row.name;
  if (row.expanded !== undefined) return `${row.name}, ${row.child.size} inside`;
  return [row.name, visibleText(row.child.text)].filter(Boolean).join(': ');
}

function Node({ row }: { row: Extract<JsonRow, { kind: 'node' }> }) {
  const { child, path, name, expanded } = row;
  const isBranch = expanded !== undefined;
  return (
    <>
      <span className={classes[isBranch ? 'branch' : 'leaf']}>
        {isBranch &&
          (expanded ? <IconChevronDown size={13} aria-hidden /> : <IconChevronRight size={13} aria-hidden />)}
        {name !== '' && <b>{name}</b>}{' '}
        {isBranch ? (
          <small>{child.type === 'array' ? `[${child.size}]` : `{${child.size}}`}</small>
        ) : (
          <em data-type={child.type}>{visibleText(child.text)}</em>
        )}
      </span>
      <CopyButton value={pathText(path)}>
        {({ copied, copy }) => (
          <Tooltip
            label={copied ? 'Copied' : `${visibleText(pathText(path))} (${shownKeys('Mod+C')} copies this path)`}
            openDelay={400}
          >
            <ActionIcon
              size={18}
              variant="subtle"
              color="gray"
              tabIndex={-1}
              aria-label={`Copy the path of ${name}`}
              onClick={(event) => {
                event.stopPropagation();
                copy();
              }}
            >
              {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </>
  );
}
