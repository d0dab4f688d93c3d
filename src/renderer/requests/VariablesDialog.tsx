import { ActionIcon, Button, Checkbox, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { EnvironmentVariable } from '../../contract/collection.ts';
import { useApp } from '../app/app-context.ts';
import { showError } from '../app/notify.ts';

/** The variables of an environment. Secrets are kept outside of the workspace, and are not shown again. */
export function VariablesDialog({ environment, onClose }: { environment: string; onClose: () => void }) {
  const { client } = useApp();
  const [variables, setVariables] = useState<EnvironmentVariable[]>();

  useEffect(() => {
    client
      .call('collection.variables', { environment })
      .then((found) => setVariables(found.variables))
      .catch(showError);
  }, [client, environment]);

  const rows = [...(variables ?? []), { name: '', value: '', secret: false, set: false }];
  const change = (index: number, changed: Partial<EnvironmentVariable>) => {
    const next = rows.map((row, at) => (at === index ? { ...row, ...changed } : row));
    setVariables(next.filter((row, at) => at < rows.length - 1 || row.name !== '' || row.value !== ''));
  };
  const save = async () => {
    await client.call('collection.setVariables', {
      environment,
      variables: (variables ?? []).filter(({ name }) => name !== ''),
    });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Variables of ${environment}`} size="lg" centered>
      <Text size="xs" c="dimmed" mb="xs">
        A request or script uses them as {'{{name}}'}. Secrets are kept outside of the workspace and its files.
      </Text>
      {rows.map((row, index) => {
        const isNew = index === rows.length - 1;
        const Input = row.secret ? PasswordInput : TextInput;
        return (
          <Group key={index} gap={6} mb={4} wrap="nowrap">
            <TextInput
              size="xs"
              w={200}
              aria-label={`Name of variable ${index + 1}`}
              placeholder="Name"
              value={row.name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <Input
              size="xs"
              style={{ flex: 1 }}
              aria-label={`Value of variable ${index + 1}`}
              placeholder={row.secret && row.set ? 'set; type to change it' : 'Value'}
              value={row.value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
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
          </Group>
        );
      })}
      <Group justify="flex-end" mt="sm">
        <Button size="xs" disabled={!variables} onClick={() => void save().catch(showError)}>
          Save
        </Button>
      </Group>
    </Modal>
  );
}
