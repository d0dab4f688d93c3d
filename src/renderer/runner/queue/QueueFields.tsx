import { Button, Loader, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { MAX_PART_SIZE } from '../../../contract/runs/run-queue-calls.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { hideToast, showError } from '../../ui/messages/notify.ts';
import { QueueState } from './QueueState.tsx';
import classes from './queue.module.css';

/** The key of the message, which the next attempt replaces. */
const PROBLEM = 'queue address';

/** The settings of the queue, and whether a run could begin; edits are checked when the field loses the focus. */
export function QueueFields() {
  const { queue: store } = useApp();
  const settings = useFrom('queue', (state) => state.settings);
  const checking = useFrom('queue', (state) => state.checking);
  const isRunning = useFrom('runs', (state) => state.of('runner') !== undefined);
  const environment = useFrom('requests', (state) => state.environment);
  const data = useFrom('runner', (state) => state.plan.data);
  const dataPath = useFrom('queue', (state) => state.dataPath);
  const [typed, setTyped] = useState<string>();
  const [typedSize, setTypedSize] = useState<number | string>();
  const [password, setPassword] = useState('');
  useEffect(() => void store.getState().refresh().catch(showError), [store, environment]);

  const save = (change: Parameters<ReturnType<typeof store.getState>['save']>[0]) => {
    hideToast(PROBLEM);
    store
      .getState()
      .save(change)
      // Saving also checks the queue, which takes seconds: what was typed meanwhile stays.
      .then(() => {
        if (change.address !== undefined) setTyped((now) => (now === change.address ? undefined : now));
        if (change.partSize !== undefined) setTypedSize((now) => (Number(now) === change.partSize ? undefined : now));
        if (change.password !== undefined) setPassword((now) => (now === change.password ? '' : now));
      })
      .catch((error: unknown) => showError(error, PROBLEM));
  };
  const saveAddress = () => {
    if (typed !== undefined && typed !== settings.address) save({ address: typed });
  };
  const savePartSize = () => {
    const partSize = Math.min(Number(typedSize), MAX_PART_SIZE);
    if (partSize > 0 && partSize !== settings.partSize) save({ partSize });
    else setTypedSize(undefined);
  };
  return (
    <div className={classes['fields']}>
      <TextInput
        size="xs"
        w={230}
        label="Queue URL"
        placeholder="redis://host:6379"
        spellCheck={false}
        disabled={isRunning}
        value={typed ?? settings.address}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={saveAddress}
        onKeyDown={(event) => event.key === 'Enter' && saveAddress()}
      />
      <PasswordInput
        size="xs"
        w={140}
        label="Password"
        placeholder={settings.hasPassword ? 'set; type to change it' : 'none'}
        disabled={isRunning}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onBlur={() => password !== '' && save({ password })}
        onKeyDown={(event) => event.key === 'Enter' && password !== '' && save({ password })}
      />
      {settings.hasPassword && (
        <Button size="compact-sm" variant="subtle" disabled={isRunning} onClick={() => save({ password: '' })}>
          Remove password
        </Button>
      )}
      <NumberInput
        size="xs"
        w={130}
        label="Requests per part"
        min={1}
        max={MAX_PART_SIZE}
        allowDecimal={false}
        disabled={isRunning}
        value={typedSize ?? settings.partSize}
        onChange={setTypedSize}
        onBlur={savePartSize}
        onKeyDown={(event) => event.key === 'Enter' && savePartSize()}
      />
      {data && (
        <TextInput
          size="xs"
          w={170}
          label="Data file on the workers"
          title="Its path in the folder in which the workers run; the content has to be the same"
          placeholder={data.name}
          disabled={isRunning}
          value={dataPath}
          onChange={(event) => store.getState().setDataPath(event.currentTarget.value)}
        />
      )}
      <Button
        size="compact-sm"
        variant="default"
        disabled={isRunning || checking || (typed ?? settings.address) === ''}
        leftSection={checking ? <Loader size={12} /> : undefined}
        onClick={() => void store.getState().refresh().catch(showError)}
      >
        Check
      </Button>
      <QueueState />
    </div>
  );
}
