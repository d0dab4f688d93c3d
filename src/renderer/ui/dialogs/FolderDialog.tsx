import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../../../contract/errors.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { Dialog } from './Dialog.tsx';

interface FolderDialogProps {
  opened: boolean;
  title: string;
  description: string;
  initial: string;
  onClose(): void;
  /** Rejects with an error about the folder, which the dialog shows. */
  onOpen(path: string): Promise<void>;
  /**
   * Creates the folder and opens it, after `onOpen` was rejected with FileNotFound; absent: only existing folders are
   * opened.
   */
  onCreate?(path: string): Promise<void>;
}

/** A dialog for typing a path, for hosts without a folder dialog. */
export function FolderDialog({ opened, title, description, initial, onClose, onOpen, onCreate }: FolderDialogProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isMissing, setIsMissing] = useState(false);
  const path = typed ?? initial;
  const create = isMissing ? onCreate : undefined;

  const type = (text: string | undefined) => {
    setTyped(text);
    setProblem(undefined);
    setIsMissing(false);
  };
  const close = () => {
    type(undefined);
    onClose();
  };
  const open = async () => {
    try {
      await (create ?? onOpen)(path);
      close();
    } catch (error) {
      const { code, message, remedy } = toFailure(error);
      const offersCreation = onCreate !== undefined && code === 'FileNotFound' && !create;
      setProblem(visibleText(offersCreation ? message : `${message} ${remedy}`));
      setIsMissing(offersCreation);
    }
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <TextInput
          data-autofocus
          label="Folder on this computer"
          description={description}
          value={path}
          error={problem}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Group mt="md" justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">{create ? 'Create and open' : 'Open'}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
