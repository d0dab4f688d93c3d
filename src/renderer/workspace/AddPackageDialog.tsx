import { Button, Code, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toFailure, type Failure } from '../../contract/errors.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { editorTarget } from '../monaco/editor-target.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import classes from './workspace.module.css';

/** Adds an npm package to the workspace, and shows the output of npm. Closing the dialog ends npm. */
export function AddPackageDialog() {
  const { app, packages } = useApp();
  const dialog = useDialog('add-package');
  const close = () => {
    packages.getState().stop();
    app.getState().closeDialog(dialog);
  };
  return (
    <Dialog opened={dialog !== undefined} onClose={close} title="Add package" size="lg">
      <AddPackage onClose={close} />
    </Dialog>
  );
}

function AddPackage({ onClose }: { onClose: () => void }) {
  const { packages } = useApp();
  const { output, adding } = useFrom('packages', (state) => state);
  const showsScript = useFrom('app', (state) => state.view === 'scripts');
  const [name, setName] = useState('');
  const [added, setAdded] = useState<string>();
  const [problem, setProblem] = useState<Failure>();
  const add = async () => {
    setAdded(undefined);
    setProblem(undefined);
    try {
      setAdded(await packages.getState().add(name.trim()));
    } catch (error) {
      setProblem(toFailure(error));
    }
  };
  const use = added === undefined ? undefined : `pm.require('npm:${added}')`;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!adding) void add();
      }}
    >
      <TextInput
        data-autofocus
        size="xs"
        label="npm package"
        description="Name and version, such as npm:ms@2.1.3; without a version, the newest. npm on this computer downloads it once, without running its code."
        value={name}
        readOnly={adding}
        error={problem && `${problem.message.split('\n')[0]} ${problem.remedy}`}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      {(adding || (problem !== undefined && output !== '')) && (
        <pre className={classes['output']} aria-label="npm output" tabIndex={0}>
          {visibleText(output, { lines: true }) || 'npm is starting…'}
        </pre>
      )}
      {use !== undefined && (
        <Text size="xs" mt="sm" role="status">
          {added} was added. Use it in scripts: <Code>{use}</Code>
        </Text>
      )}
      <Group mt="md" justify="flex-end" gap="xs">
        {use !== undefined && showsScript && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onClose();
              editorTarget.get()?.insert(use);
            }}
          >
            Insert at the cursor
          </Button>
        )}
        {adding ? (
          <Button size="xs" variant="default" onClick={() => packages.getState().stop()}>
            Stop
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={onClose}>
            {use === undefined ? 'Cancel' : 'Done'}
          </Button>
        )}
        <Button size="xs" type="submit" loading={adding} disabled={name.trim() === ''}>
          Add
        </Button>
      </Group>
    </form>
  );
}
