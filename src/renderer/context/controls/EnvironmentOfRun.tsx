import { Select } from '@mantine/core';
import { useApp, useFrom } from '../app-context.ts';

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
      data={environments ?? []}
      value={environment}
      onChange={(name) => requests.getState().setEnvironment(name)}
    />
  );
}
