import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  Modal,
  PasswordInput,
  Select,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconDots, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { EnvironmentVariable } from '../../contract/collection.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { NameDialog } from '../ui/NameDialog.tsx';
import { toastWithUndo } from '../ui/undo.tsx';
import classes from './environments.module.css';

/** Environments and their variables. Secrets are kept outside of the workspace, and are not shown again. */
export function EnvironmentsDialog(props: EnvironmentsProps) {
  return (
    <Modal opened onClose={props.onClose} title="Environments" size="xl" centered>
      <EnvironmentsEditor {...props} />
    </Modal>
  );
}

interface EnvironmentsProps {
  /** The one to begin with. */
  first: string | null;
  /** Names to be given a value. */
  define?: readonly string[];
  onClose: () => void;
}

export function EnvironmentsEditor(props: EnvironmentsProps) {
  const { client, requests: store } = useApp();
  const environments = useFrom('requests', (state) => state.collection?.environments ?? none);
  const [name, setName] = useState(props.first ?? environments[0] ?? null);
  const [naming, setNaming] = useState<'new' | 'rename' | 'copy'>();
  const give = async (given: string) => {
    const state = store.getState();
    if (naming === 'rename' && name !== null) {
      await client.call('collection.renameEnvironment', { from: name, to: given });
      if (state.environment === name) state.setEnvironment(given);
    } else await client.call('collection.addEnvironment', { name: given, copyOf: naming === 'copy' ? name : null });
    await state.load();
    if (environments.length === 0) state.setEnvironment(given);
    setName(given);
    setNaming(undefined);
  };
  const remove = async () => {
    if (name === null) return;
    const { token } = await client.call('collection.removeEnvironment', { name });
    await store.getState().load();
    setName(environments.find((one) => one !== name) ?? null);
    toastWithUndo(`${name} was deleted`, async () => {
      await client.call('collection.restore', { token });
      await store.getState().load();
    });
  };
  return (
    <>
      <Group gap={6} mb="xs">
        <Select
          size="xs"
          w={240}
          aria-label="Environment to edit"
          placeholder="No environment yet"
          allowDeselect={false}
          data={environments}
          value={name}
          onChange={setName}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={13} />}
          onClick={() => setNaming('new')}
        >
          New
        </Button>
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="More for the environment" disabled={name === null}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setNaming('rename')}>Rename…</Menu.Item>
            <Menu.Item onClick={() => setNaming('copy')}>Duplicate…</Menu.Item>
            <Menu.Item color="red" onClick={() => void remove().catch(showError)}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {name === null ? (
        <Text size="sm">An environment holds what differs between servers: an address, a token.</Text>
      ) : (
        <Variables key={name} environment={name} define={props.define ?? none} onClose={props.onClose} />
      )}
      {naming && (
        <NameDialog
          title={naming === 'rename' ? `Rename ${name}` : 'New environment'}
          value={naming === 'rename' ? (name ?? '') : naming === 'copy' ? `${name} copy` : ''}
          action={naming === 'rename' ? 'Rename' : 'Add'}
          onName={give}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}
const none: string[] = [];

function Variables(props: { environment: string; define: readonly string[]; onClose: () => void }) {
  const { environment, onClose } = props;
  // As it was in the beginning: the list must not be read again over what is being typed.
  const defined = useRef(props.define);
  const { client, requests: store } = useApp();
  const [variables, setVariables] = useState<EnvironmentVariable[]>();

  useEffect(() => {
    client
      .call('collection.variables', { environment })
      .then((found) => {
        const known = new Set(found.variables.map(({ name }) => name));
        const wanted = defined.current.filter((name) => !known.has(name));
        setVariables([...found.variables, ...wanted.map((name) => ({ name, value: '', secret: false, set: true }))]);
      })
      .catch(showError);
  }, [client, environment]);

  const rows = [...(variables ?? []), { name: '', value: '', secret: false, set: false }];
  const change = (index: number, changed: Partial<EnvironmentVariable>) => {
    const next = rows.map((row, at) => (at === index ? { ...row, ...changed } : row));
    setVariables(next.filter((row, at) => at < rows.length - 1 || row.name !== '' || row.value !== ''));
  };
  const names = (variables ?? []).map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  const save = async () => {
    await client.call('collection.setVariables', {
      environment,
      variables: (variables ?? []).filter(({ name }) => name !== '').map(({ current: _now, ...variable }) => variable),
    });
    await store.getState().load();
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(showError);
      }}
    >
      <Text size="xs" c="dimmed" mb="xs">
        A request or script uses them as {'{{name}}'}. Secrets belong to this environment alone and are stored outside
        of the workspace; a duplicate of the environment has none of their values. What a script has set stands below;
        it is used until it is taken back.
      </Text>
      <div className={classes['variables']}>
        {rows.map((row, index) => {
          const isNew = index === rows.length - 1;
          const Input = row.secret ? PasswordInput : TextInput;
          return (
            <div key={index}>
              <TextInput
                size="xs"
                aria-label={`Name of variable ${index + 1}`}
                placeholder={isNew ? 'Add variable' : 'Name'}
                error={row.name !== '' && row.name === repeated}
                value={row.name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <div>
                <Input
                  size="xs"
                  aria-label={`Value of variable ${index + 1}`}
                  placeholder={row.secret && row.set ? 'set; type to change it' : 'Value'}
                  value={row.value}
                  onChange={(event) => change(index, { value: event.currentTarget.value })}
                />
                {row.current !== undefined && (
                  <small>
                    now: {row.current.slice(0, 200)}
                    <Tooltip label="Keep this as the value">
                      <ActionIcon
                        size={16}
                        variant="subtle"
                        color="gray"
                        aria-label={`Keep what the script has set for ${row.name}`}
                        onClick={() => change(index, { value: row.current ?? '' })}
                      >
                        <IconRestore size={12} />
                      </ActionIcon>
                    </Tooltip>
                  </small>
                )}
              </div>
              <Checkbox
                size="xs"
                label="secret"
                disabled={isNew}
                checked={row.secret}
                onChange={(event) => change(index, { secret: event.currentTarget.checked })}
              />
              <ActionIcon
                size={26}
                variant="subtle"
                color="gray"
                aria-label={`Remove variable ${index + 1}`}
                disabled={isNew}
                onClick={() => setVariables(rows.slice(0, -1).filter((_, at) => at !== index))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <Group justify="flex-end" mt="sm" gap="xs">
        {repeated && (
          <Text size="xs" c="red">
            {repeated} is there twice.
          </Text>
        )}
        <Button size="xs" type="submit" disabled={!variables || Boolean(repeated)}>
          Save
        </Button>
      </Group>
    </form>
  );
}
