import { Button, NumberInput, Select, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MAX_LOAD_STARTS_PER_SECOND, MAX_LOAD_USERS } from '../../contract/load/load-limits.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { EnvironmentOfRun } from '../context/controls/EnvironmentOfRun.tsx';
import { CommandMenu } from '../context/commands/CommandMenu.tsx';
import { RunButton } from '../context/controls/RunButton.tsx';
import { FieldBar } from '../ui/FieldBar.tsx';
import type { LoadPlan } from './load-plan.ts';

type NumberOf = 'users' | 'usersPerSecond' | 'perSecond' | 'durationS';

/** The settings of a load run: the number of users or the rate, the duration, and the expectations. @param props.choice what is sent */
export function LoadSettings({ choice, nothingChosen }: { choice: ReactNode; nothingChosen: boolean }) {
  const { load: store } = useApp();
  const plan = useFrom('load', (state) => state.plan);
  const hasReport = useFrom('load', (state) => state.report !== undefined);
  const { setPlan } = store.getState();
  const numberField = (label: string, name: NumberOf, max: number, width = 118) => (
    <NumberInput
      size="xs"
      w={width}
      label={label}
      min={1}
      max={max}
      allowDecimal={false}
      value={plan[name] || ''}
      onChange={(value) => setPlan({ [name]: Math.min(Number(value) || 0, max) })}
    />
  );
  return (
    <FieldBar
      fields={
        <>
          <EnvironmentOfRun />
          <Select
            size="xs"
            w={130}
            label="Load model"
            allowDeselect={false}
            data={[
              { value: 'users', label: 'Users in a loop' },
              { value: 'arrivals', label: 'Arrivals' },
            ]}
            value={plan.kind}
            onChange={(kind) => setPlan({ kind: kind as LoadPlan['kind'] })}
          />
          {plan.kind === 'users' ? (
            <>
              {numberField('Users', 'users', MAX_LOAD_USERS)}
              {numberField('Ramp-up (users/s)', 'usersPerSecond', MAX_LOAD_STARTS_PER_SECOND, 132)}
            </>
          ) : (
            numberField('Iterations/s', 'perSecond', MAX_LOAD_STARTS_PER_SECOND)
          )}
          {numberField('Duration (s)', 'durationS', 86_400)}
          {choice}
          <Textarea
            size="xs"
            w={210}
            label="Expectations, one per line"
            placeholder={'p95 < 300 ms\nerrors < 1 %'}
            autosize
            minRows={1}
            maxRows={4}
            value={plan.expectations}
            onChange={(event) => setPlan({ expectations: event.currentTarget.value })}
          />
        </>
      }
      buttons={
        <>
          {hasReport && (
            <CommandMenu menu="loadReport" position="bottom-end">
              <Button size="compact-sm" variant="default" leftSection={<IconDownload size={13} />}>
                Report
              </Button>
            </CommandMenu>
          )}
          <RunButton
            owner="load"
            label="Start load"
            disabled={nothingChosen}
            command="start-load"
            debugCommand={null}
          />
        </>
      }
    />
  );
}
