import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../../../contract/errors.ts';
import { Dialog } from './Dialog.tsx';

interface FolderDialogProps {
  opened: boolean;
  title: string;
  description: string;
  initial: string;
  onClose(): void;
  /** Rejects with an error about the folder, which the dialog shows. */
  onOpen(path: string): Promise<void>;
}

/** A dialog for typing a path, for hosts without a folder dialog. */
export function FolderDialog({ opened, title, description, initial, onClose, onOpen }: FolderDialogProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const path = typed ?? initial;

  const close = () => {
    setTyped(undefined);
    setProblem(undefined);
    onClose();
  };
  const open = async () => {
    try {
      await onOpen(path);
      close();
    } catch (error) {
      const { message, remedy } = toFailure(error);
      setProblem(`${message} ${remedy}`);
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
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Group mt="md" justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Open</Button>
        </Group>
      </form>
    </Dialog>
  );
}
