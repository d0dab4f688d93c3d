import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';

/** Selects where requests are run: on this computer, or by workers over a queue. */
export function RunWhere() {
  const { queue: store } = useApp();
  const on = useFrom('queue', (state) => state.settings.on);
  const isRunning = useFrom('runs', (state) => state.of('runner') !== undefined);
  useEffect(() => void store.getState().load().catch(showError), [store]);
  return (
    <Select
      size="xs"
      w={130}
      label="Run on"
      allowDeselect={false}
      disabled={isRunning}
      data={[
        { value: 'here', label: 'This computer' },
        { value: 'queue', label: 'A queue' },
      ]}
      value={on ? 'queue' : 'here'}
      onChange={(where) =>
        void store
          .getState()
          .save({ on: where === 'queue' })
          .catch(showError)
      }
    />
  );
}
