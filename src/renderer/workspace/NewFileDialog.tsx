import { Button, Group, Select, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { toFailure } from '../../contract/errors.ts';
import type { Interpreter } from '../../contract/scripts/programs.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { showError } from '../ui/messages/notify.ts';

/** Asks for the name of a new script, or for name and language of a new program, then creates and opens the file. */
export function NewFileDialog() {
  const { app } = useApp();
  const dialog = useDialog('new-script', 'new-program');
  const kind = dialog?.kind;
  const close = () => app.getState().closeDialog(dialog);
  return (
    <Dialog
      opened={kind !== undefined}
      onClose={close}
      title={kind === 'new-program' ? 'New program' : 'New script'}
      size="md"
    >
      {kind === 'new-script' && <NewScript onClose={close} />}
      {kind === 'new-program' && <NewProgram onClose={close} />}
    </Dialog>
  );
}

function NewScript({ onClose }: { onClose: () => void }) {
  const { app, scripts } = useApp();
  const create = async (name: string) => {
    await scripts.getState().create(name);
    app.getState().show('scripts');
  };
  return <NewFile folder="scripts" extension=".js" onCreate={create} onClose={onClose} />;
}

/** Jars are excluded, because they are built and not edited. */
const isWritten = ({ extension }: Interpreter) => extension !== '.jar';

function NewProgram({ onClose }: { onClose: () => void }) {
  const { app, programs, scripts } = useApp();
  const interpreters = useFrom('programs', (state) => state.interpreters);
  const { directory } = useFrom('app', (state) => state.workspace.programs);
  const [extension, setExtension] = useState('.py');
  useEffect(() => void programs.getState().load().catch(showError), [programs]);

  const create = async (name: string) => {
    const source = await programs.getState().create(name, extension);
    if (source === null) return app.getState().show('programs');
    await scripts.getState().openScript(source, 1);
    app.getState().show('scripts');
  };
  return (
    <NewFile folder={directory} extension={extension} onCreate={create} onClose={onClose}>
      <Select
        mb="sm"
        size="xs"
        label="Language"
        description="The program starts as an example that prints a greeting."
        allowDeselect={false}
        data={(interpreters ?? []).filter(isWritten).map(({ language, extension: value, path }) => ({
          value,
          label: `${language} (${value})${path === null ? ', not installed' : ''}`,
        }))}
        value={extension}
        onChange={(next) => setExtension(next ?? extension)}
      />
    </NewFile>
  );
}

function NewFile(props: {
  /** The folder in which the file is created, for display. */
  folder: string;
  extension: string;
  onCreate: (name: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { folder, extension, onCreate, onClose } = props;
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = async () => {
    try {
      await onCreate(name);
      onClose();
    } catch (error) {
      const { message, remedy } = toFailure(error);
      setProblem(`${message} ${remedy}`);
    }
  };
  const shownName = name.trim().endsWith(extension) ? name.trim() : `${name.trim() || 'name'}${extension}`;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      {props.children}
      <TextInput
        data-autofocus
        size="xs"
        label="Name"
        description={`Will be saved as ${folder}/${shownName}`}
        styles={{ description: { overflowWrap: 'anywhere' } }}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" disabled={name.trim() === ''}>
          Create
        </Button>
      </Group>
    </form>
  );
}
