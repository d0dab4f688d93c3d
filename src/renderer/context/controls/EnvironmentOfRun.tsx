import { Select } from '@mantine/core';
import { useApp, useFrom } from '../app-context.ts';
import { visibleOptions } from '../../ui/labels/visible-options.ts';

/** Selects the environment from which runs, and the requests of the window, take their variables. */
export function EnvironmentOfRun() {
  const { requests } = useApp();
  const environments = useFrom('requests', (state) => state.collection?.environments);
  const environment = useFrom('requests', (state) => state.environment);
  return (
    <Select
      size="xs"
      w={150}
      label="Environment"
      placeholder="None"
      clearable
      allowDeselect={false}
      data={visibleOptions(environments ?? [])}
      value={environment}
      onChange={(name) => requests.getState().setEnvironment(name)}
    />
  );
}
