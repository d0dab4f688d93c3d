import { Alert, Button, Code, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { callerText, type ConsentAnswer, type ConsentQuestion } from '../../contract/scripts/programs.ts';
import { visibleText } from '../../contract/visible-text.ts';
import type { RunOwner } from '../console/run-store.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { showError } from '../ui/messages/notify.ts';
import { StopRunButton } from './StopRunButton.tsx';
import { useReady } from './use-ready.ts';

/** Asks before an untrusted program runs. Closing it refuses. */
export function ConsentDialog() {
  const { consent } = useApp();
  const question = useFrom('consent', (state) => state.questions[0]);
  const waiting = useFrom('consent', (state) => state.questions.length);
  const owner = useFrom('runs', ({ active }) => active.find(({ runId }) => runId === question?.caller.runId)?.owner);
  const isReady = useReady(question?.id);
  if (!question) return null;
  const answer = (value: ConsentAnswer) => () => {
    if (isReady) void consent.getState().answer(question.id, value).catch(showError);
  };
  const name = visibleText(question.file.split(/[\\/]/).at(-1) ?? '');
  const dangerous = question.environment.filter((variable) => variable.dangerous);
  const { sources, directoryContent, onceOnly } = question;
  const canCoverDirectory = onceOnly === undefined && 'sha256' in directoryContent;
  const rows: [string, string][] = [
    ['Asked by', `${callerText(question.caller)}${placeOf(owner)}`],
    ['File', question.file],
    ['SHA-256', question.sha256],
    ['Command', question.command],
    ['Starts', question.executable],
    ['Runs in', question.cwd],
    ['Directory', question.directory],
    ...question.environment.map(({ name: variable, value }): [string, string] => ['Sets', `${variable}=${value}`]),
    ...(sources.count > 0 ? [['Also', describeSources(sources)] satisfies [string, string]] : []),
  ];
  return (
    <Dialog opened onClose={answer('deny')} title={`Allow ${name} to run?`} size="lg" closeOnClickOutside={false}>
      {/* The focus stands on the text: no key that is typed at this moment presses a button. */}
      <Stack gap="sm" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        <Text size="sm">
          The script wants to run a program on this computer. It can read and change your files and use the network, so
          allow only what you know.
        </Text>
        {question.changed && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />} py="xs">
            {question.changed === 'file'
              ? 'You have allowed this program until it changes. Its content has changed since.'
              : 'You have allowed every program of this directory until a file in it changes. One has changed since.'}
          </Alert>
        )}
        {dangerous.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />} py="xs">
            {visibleText(dangerous.map((variable) => variable.name).join(', '))} can cause other code than this file to
            run.
          </Alert>
        )}
        <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={6} layout="fixed">
          <Table.Tbody>
            {rows.map(([label, value]) => (
              <Table.Tr key={label + value}>
                <Table.Th w={84} fw={500} style={{ verticalAlign: 'top' }}>
                  {label}
                </Table.Th>
                <Table.Td>
                  <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{visibleText(value)}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="xs" c="dimmed">
          {notCovered(canCoverDirectory)}
          {onceOnly === undefined &&
            question.additions.length > 0 &&
            ` What you allow is for ${visibleText(question.additions.join(', '))}.`}
        </Text>
        {onceOnly !== undefined && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />} py="xs">
            It can be allowed for this call only: {visibleText(onceOnly)}
          </Alert>
        )}
        {waiting > 1 && (
          <Text size="xs" c="dimmed">
            {waiting - 1} more waiting.
          </Text>
        )}
        <Stack gap={6}>
          {/* Beside each other, so that denying is in view wherever allowing is. */}
          <Group grow gap={6}>
            <Button disabled={!isReady} onClick={answer('once')}>
              Allow once
            </Button>
            <Button disabled={!isReady} variant="default" c="var(--bad)" onClick={answer('deny')}>
              Deny
            </Button>
            <StopRunButton runId={question.caller.runId} disabled={!isReady} />
          </Group>
          {onceOnly === undefined && (
            <>
              <Button disabled={!isReady} variant="default" onClick={answer('always-this-content')}>
                Always, until the file changes
              </Button>
              <Button disabled={!isReady} variant="default" onClick={answer('always-this-file')}>
                Always this file
              </Button>
              {canCoverDirectory && (
                <Button disabled={!isReady} variant="default" onClick={answer('directory-content')}>
                  Every program, until a file in this directory changes
                </Button>
              )}
              <Button disabled={!isReady} variant="default" onClick={answer('directory')}>
                Every program in this directory
              </Button>
            </>
          )}
        </Stack>
        <VisuallyHidden role="status">{isReady ? 'The buttons can be used now.' : ''}</VisuallyHidden>
      </Stack>
    </Dialog>
  );
}

/** A request can be part of several runs at the same time. */
function placeOf(owner: RunOwner | undefined): string {
  if (owner === 'runner') return ', in the runner';
  if (owner?.startsWith('program ')) return ', in the Programs view';
  return owner === 'load' ? ', in the load run' : '';
}

const describeSources = ({ count, names }: ConsentQuestion['sources']) =>
  `${count} other ${count === 1 ? 'file' : 'files'} with code: ${names.join(', ')}${count > names.length ? ' …' : ''}`;

const notCovered = (canCoverDirectory: boolean) =>
  `Other files that the program reads or imports are not covered${
    canCoverDirectory ? ', unless you choose “until a file in this directory changes”' : ''
  }.`;
