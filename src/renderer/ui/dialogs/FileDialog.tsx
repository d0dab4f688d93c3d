import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { toFailure } from '../../../contract/errors.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { CloseButton } from './CloseButton.tsx';
import { Dialog } from './Dialog.tsx';
import classes from './file-dialog.module.css';

interface FileDialogProps {
  folder: string;
  /** Null at the top of the file system. */
  parent: string | null;
  entries: readonly { name: string; path: string; isFolder: boolean }[];
  /** False when the folder has more entries than these. */
  complete: boolean;
  /** The folder of the button “Workspace”. */
  workspace: string;
  /** Shows another folder, or chooses a file. Rejects with an error about the path, which the dialog shows. */
  onBrowse(path: string): Promise<void>;
  onClose(): void;
}

/** Limit of rendered entries; typing a part of a name finds the others. */
const MAX_SHOWN = 300;

/** Chooses a file in the folders of the host's computer. */
export function FileDialog(props: FileDialogProps) {
  const { folder, parent, entries, complete, workspace, onBrowse, onClose } = props;
  const [typed, setTyped] = useState('');
  const [chosenIndex, setChosen] = useState(0);
  const [problem, setProblem] = useState<string>();
  const list = useId();
  const active = useRef<HTMLDivElement>(null);
  const isPath = /[/\\]/.test(typed);
  const part = isPath ? '' : typed.toLowerCase();
  const matching = entries.filter(({ name }) => name.toLowerCase().includes(part));
  const listedEntries = matching.slice(0, MAX_SHOWN);
  const index = Math.min(chosenIndex, listedEntries.length - 1);
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    void active.current?.scrollIntoView({ block: 'nearest' });
  }, [index, folder]);

  const type = (text: string) => {
    setTyped(text);
    setChosen(0);
    setProblem(undefined);
  };
  const openFolder = (path: string) => {
    onBrowse(path).then(
      () => {
        // What was typed since stays.
        setTyped((now) => (now === typed ? '' : now));
        setChosen(0);
        setProblem(undefined);
      },
      (error: unknown) => {
        const { message, remedy } = toFailure(error);
        setProblem(visibleText(`${message} ${remedy}`));
      },
    );
  };
  const onKey = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0 && listedEntries.length > 0) {
      event.preventDefault();
      setChosen((index + move + listedEntries.length) % listedEntries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const path = isPath ? typed : listedEntries[index]?.path;
      if (path !== undefined) openFolder(path);
    }
  };
  return (
    <Dialog opened onClose={onClose} title="Choose a file" size="lg">
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          disabled={parent === null}
          onClick={() => openFolder(parent ?? folder)}
        >
          Up
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => openFolder(workspace)}>
          Workspace
        </Button>
        <Text size="xs" className={classes['folder'] ?? ''} title={visibleText(folder)}>
          {visibleText(folder)}
        </Text>
      </Group>
      <TextInput
        data-autofocus
        size="xs"
        my="xs"
        label="File"
        placeholder="A part of a name, or a path on this computer"
        spellCheck={false}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={listedEntries.length > 0 && !isPath ? `${list}-${index}` : undefined}
        value={typed}
        error={problem}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <div id={list} role="listbox" aria-label="Files and folders" className={classes['entries']}>
        {listedEntries.map(({ name, path, isFolder }, at) => (
          <div
            key={path}
            ref={at === index ? active : undefined}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === index}
            className={classes['entry']}
            // The field keeps the focus and the keys.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => openFolder(path)}
          >
            {isFolder ? <IconFolder size={14} aria-label="Folder" /> : <IconFile size={14} aria-hidden />}
            <span>{visibleText(name)}</span>
          </div>
        ))}
      </div>
      <Group justify="space-between" wrap="nowrap" mt="xs">
        <Text size="xs" c="dimmed" role="status">
          {note({ total: matching.length, shown: listedEntries.length, complete })}
        </Text>
        <CloseButton label="Cancel" />
      </Group>
    </Dialog>
  );
}

function note({ total, shown, complete }: { total: number; shown: number; complete: boolean }): string {
  if (total === 0) return 'No file or folder matches.';
  if (!complete) return 'The folder has more entries than are shown: type the path of the file.';
  return total > shown ? `${total - shown} more: type a part of the name.` : '';
}
