import { Button, Checkbox, Input, Table } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { EnvironmentOfRun } from '../context/controls/EnvironmentOfRun.tsx';
import { RunButton } from '../context/controls/RunButton.tsx';
import { FieldBar } from '../ui/FieldBar.tsx';
import { countText } from '../../contract/count-text.ts';
import { textOfFile } from '../../contract/utf16-text.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { hideToast, showError } from '../ui/messages/notify.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { QueueFields } from './queue/QueueFields.tsx';
import { NO_DEBUGGING_ON_QUEUE } from './queue/queue-state.ts';
import { RunTags } from './choice/RunTags.tsx';
import { isStored } from './choice/stored-plan.ts';
import { RunWhere } from './RunWhere.tsx';
import classes from './runner.module.css';
import type { DataPreview } from './runner-store.ts';

/** The settings of a run: environment, data, iterations, delay. */
export function RunSettings({ nothingChosen }: { nothingChosen: boolean }) {
  const { runner: store } = useApp();
  const onQueue = useFrom('queue', (state) => state.settings.on);
  const plan = useFrom('runner', (state) => state.plan);
  const { setPlan } = store.getState();
  return (
    <FieldBar
      fields={
        <>
          <RunWhere />
          <EnvironmentOfRun />
          <NumberField
            size="xs"
            w={90}
            label="Iterations"
            placeholder={String(plan.data?.preview.total ?? 1)}
            min={1}
            value={plan.iterations}
            onChange={(iterations) => setPlan({ iterations })}
          />
          <NumberField
            size="xs"
            w={90}
            label="Delay (ms)"
            min={0}
            value={plan.delayMs}
            onChange={(delayMs) => setPlan({ delayMs: delayMs ?? 0 })}
          />
          <DataFile />
          <RunTags />
          <Checkbox
            size="xs"
            label="Stop at the first failure"
            checked={plan.bail}
            onChange={(event) => setPlan({ bail: event.currentTarget.checked })}
          />
        </>
      }
      buttons={
        <RunButton
          owner="runner"
          label="Run"
          disabled={nothingChosen}
          command="start-run"
          debugCommand="debug-run"
          noDebugging={onQueue ? NO_DEBUGGING_ON_QUEUE : undefined}
        />
      }
      below={
        <>
          {onQueue && <QueueFields />}
          {plan.data && <Preview preview={plan.data.preview} isStored={isStored(plan.data)} />}
        </>
      }
    />
  );
}

/** The cause of the message about a data file, which the next readable file removes. */
const UNREADABLE_DATA = 'unreadable-data-file';

export function DataFile() {
  const { runner: store } = useApp();
  const data = useFrom('runner', (state) => state.plan.data);
  const upload = useRef<HTMLInputElement>(null);
  const { setData } = store.getState();
  const read = async (file: File | undefined) => {
    if (upload.current) upload.current.value = '';
    if (!file) return;
    const bytes = await file.arrayBuffer();
    // As the command line reads it, because workers compare it with their file.
    const text = textOfFile(bytes, { keepsMark: true });
    await setData({ name: file.name, text });
    hideToast(UNREADABLE_DATA);
  };
  return (
    <div className={classes['data']}>
      <Input.Label size="xs" labelElement="div">
        Data
      </Input.Label>
      {data ? (
        <Button
          size="xs"
          variant="default"
          aria-label={`Remove the data file ${visibleText(data.name)}`}
          rightSection={<IconX size={12} />}
          onClick={() => void setData(null).catch(showError)}
        >
          {visibleText(data.name)}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUpload size={13} />}
          onClick={() => upload.current?.click()}
        >
          CSV or JSON
        </Button>
      )}
      <input
        ref={upload}
        type="file"
        accept=".csv,.json"
        hidden
        aria-label="Data file"
        onChange={(event) => {
          read(event.currentTarget.files?.[0]).catch((error: unknown) => showError(error, UNREADABLE_DATA));
        }}
      />
    </div>
  );
}

function Preview({ preview: { total, columns, rows }, isStored }: { preview: DataPreview; isStored: boolean }) {
  return (
    <div className={classes['preview']} tabIndex={0} role="region" aria-label="First rows of the data">
      <Table withRowBorders={false} verticalSpacing={0} fz="xs" w="auto">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {row.map((value, column) => (
                <Table.Td key={column}>{value}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <small>
        {total > rows.length ? `The first ${rows.length} of ${countText(total, 'row')}` : countText(total, 'row')}
        {!isStored &&
          '. The file is too large to be kept: choose it again after the window was closed or loaded again.'}
      </small>
    </div>
  );
}
