import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../../contract/errors.ts';
import { useApp, useFrom } from '../app/app-context.ts';

/** Where the host has no folder dialog, the path is typed. */
export function OpenFolderDialog() {
  const { app, scripts } = useApp();
  const shown = useFrom('app', (state) => state.openFolderDialog);
  const root = useFrom('app', (state) => state.workspace.root);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const path = typed ?? root;

  const close = () => {
    setTyped(undefined);
    setProblem(undefined);
    app.getState().showOpenFolder(false);
  };
  const open = async () => {
    try {
      await scripts.getState().openWorkspace(path);
      close();
    } catch (error) {
      const { message, remedy } = toFailure(error);
      setProblem(`${message} ${remedy}`);
    }
  };
  return (
    <Modal opened={shown} onClose={close} title="Open a workspace folder" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <TextInput
          data-autofocus
          label="Folder on this computer"
          description="Its folder “scripts” holds the scripts, its folder “programs” the programs they call."
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
    </Modal>
  );
}
