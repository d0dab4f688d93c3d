import { Alert, Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ConsentAnswer } from '../../contract/host-contract.ts';
import { useApp, useFrom } from '../app/app-context.ts';
import { showError } from '../app/notify.ts';

/** Asked before a program runs that is not trusted yet. Closing it is a no. */
export function ConsentDialog() {
  const { consent } = useApp();
  const question = useFrom('consent', (state) => state.questions[0]);
  const waiting = useFrom('consent', (state) => state.questions.length);
  if (!question) return null;
  const answer = (value: ConsentAnswer) => () => void consent.getState().answer(question.id, value).catch(showError);
  const name = question.file.split(/[\\/]/).at(-1);
  const dangerous = question.environment.filter((variable) => variable.dangerous);
  const rows: [string, string][] = [
    ['File', question.file],
    ['SHA-256', question.sha256],
    ['Command', question.command],
    ['Starts', question.executable],
    ['Runs in', question.cwd],
    ['Directory', question.directory],
    ...question.environment.map(({ name: variable, value }): [string, string] => ['Sets', `${variable}=${value}`]),
  ];
  return (
    <Modal
      opened
      onClose={answer('deny')}
      title={`Allow ${name} to run?`}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">
          The script wants to run a program on this computer. It can read and change your files and use the network, so
          allow only what you know.
        </Text>
        <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={6} layout="fixed">
          <Table.Tbody>
            {rows.map(([label, value]) => (
              <Table.Tr key={label + value}>
                <Table.Th w={84} fw={500} style={{ verticalAlign: 'top' }}>
                  {label}
                </Table.Th>
                <Table.Td>
                  <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {dangerous.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />} py="xs">
            {dangerous.map((variable) => variable.name).join(', ')} can make other code run than this file.
          </Alert>
        )}
        {waiting > 1 && (
          <Text size="xs" c="dimmed">
            {waiting - 1} more waiting.
          </Text>
        )}
        <Stack gap={6}>
          <Button data-autofocus onClick={answer('once')}>
            Allow once
          </Button>
          <Button variant="default" onClick={answer('always-this-content')}>
            Always, until the file changes
          </Button>
          <Button variant="default" onClick={answer('always-this-file')}>
            Always this file
          </Button>
          <Button variant="default" onClick={answer('directory')}>
            Every program in this directory
          </Button>
        </Stack>
        <Group justify="flex-end">
          <Button color="red" variant="subtle" onClick={answer('deny')}>
            Deny
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
