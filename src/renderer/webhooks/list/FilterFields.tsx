import { Autocomplete, Button, Group, Select, TextInput, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { verdictLabels } from './active-filters.ts';
import { periodChoices, periodLabel, type FilterPeriod } from './filter-period.ts';
import { kindOptions } from './kind-options.ts';
import { METHODS } from './methods.ts';
import type { FilterChange } from '../webhook-state.ts';
import classes from './filters.module.css';

/** The limit of suggestions for a field, which are the values in the list. */
const MAX_OFFERED = 50;
const codes = [{ value: 'any', label: 'With a code' }, 'SWE001', 'SWE002', 'SWE003', 'SWE004'];
const verdicts = Object.entries(verdictLabels).map(([value, label]) => ({ value, label }));
const shownChoices = [
  { value: 'pinned', label: 'Pinned' },
  { value: 'refused', label: 'Refused' },
];
// A list rendered outside of the popover would close the popover when it is clicked.
const inside = { withinPortal: false };

/** The fields of all filters; each applies at once. */
export function FilterFields() {
  const { webhooks: store } = useApp();
  const filter = useFrom('webhooks', (state) => state.filter);
  const items = useFrom('webhooks', (state) => state.items);
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const providers = useFrom('webhooks', (state) => state.providers?.providers) ?? [];
  const set = (change: FilterChange) => void store.getState().setFilter(change).catch(showError);
  const choose = (
    name: 'method' | 'provider' | 'kind' | 'code' | 'verdict',
    props: Pick<SelectProps, 'label' | 'data' | 'placeholder' | 'searchable'>,
  ) => (
    <Select
      {...props}
      size="xs"
      clearable
      comboboxProps={inside}
      value={filter[name] ?? null}
      onChange={(value) => set({ [name]: value ?? undefined })}
    />
  );
  const offered = (values: (string | null)[]) =>
    [...new Set(values)].filter((value) => value !== null).slice(0, MAX_OFFERED);
  return (
    <>
      <PeriodFields />
      <div className={classes['fields']}>
        {choose('method', { label: 'Method', data: METHODS, placeholder: 'Every method' })}
        <TypedFilter name="path" label="Path" data={offered(items.map(({ path }) => path.split('?', 1)[0] ?? ''))} />
        {choose('provider', {
          label: 'Provider',
          data: providers.map(({ id, name }) => ({ value: id, label: name })),
          placeholder: 'Every provider',
          searchable: true,
        })}
        <TypedFilter name="event" label="Event" data={offered(items.map(({ event }) => event))} />
        {choose('kind', {
          label: 'Kind',
          data: kindOptions(kinds),
          placeholder: 'Every kind',
          searchable: true,
        })}
        {choose('code', { label: 'Code', data: codes, placeholder: 'With or without a code' })}
        {choose('verdict', { label: 'Shape', data: verdicts, placeholder: 'Every shape' })}
        <Select
          size="xs"
          label="Show"
          placeholder="Everything accepted"
          clearable
          comboboxProps={inside}
          data={shownChoices}
          value={filter.refused ? 'refused' : filter.pinned ? 'pinned' : null}
          onChange={(value) =>
            set({ pinned: value === 'pinned' || undefined, refused: value === 'refused' || undefined })
          }
        />
      </div>
      <Group justify="flex-end" mt="sm">
        <Button size="compact-xs" variant="subtle" onClick={() => void store.getState().clearFilter().catch(showError)}>
          Clear all filters
        </Button>
      </Group>
    </>
  );
}

/**
 * A text filter that applies when the field is left, on Enter or when a suggestion is chosen, not while it is typed.
 */
function TypedFilter({ name, label, data }: { name: 'path' | 'event'; label: string; data: string[] }) {
  const { webhooks: store } = useApp();
  const value = useFrom('webhooks', (state) => state.filter[name]) ?? '';
  const [typed, setTyped] = useState<string>();
  const set = (text = value) => {
    setTyped(undefined);
    if (text !== value)
      void store
        .getState()
        .setFilter({ [name]: text })
        .catch(showError);
  };
  return (
    <Autocomplete
      size="xs"
      label={label}
      placeholder={`Every ${name}`}
      comboboxProps={inside}
      data={data}
      value={typed ?? value}
      onChange={setTyped}
      onOptionSubmit={set}
      onBlur={() => set(typed)}
      onKeyDown={(event) => event.key === 'Enter' && set(typed)}
    />
  );
}

/** The filter by time of arrival: the last minutes, today, or between two local times. */
function PeriodFields() {
  const { webhooks: store } = useApp();
  const period = useFrom('webhooks', (state) => state.period);
  const set = (chosen: FilterPeriod | undefined) => void store.getState().setPeriod(chosen).catch(showError);
  const isBetween = period?.type === 'between';
  const periodText = isBetween ? 'From – to' : period && periodLabel(period);
  const time = (name: 'from' | 'to', label: string) =>
    isBetween && (
      <TextInput
        type="datetime-local"
        size="xs"
        label={label}
        value={period[name]}
        onChange={(event) => set({ ...period, [name]: event.currentTarget.value })}
      />
    );
  return (
    <div className={classes['fields']}>
      <Select
        size="xs"
        className={classes['whole'] ?? ''}
        label="Time"
        placeholder="Any time"
        clearable
        comboboxProps={inside}
        data={periodChoices.map(({ label }) => label)}
        value={periodText ?? null}
        onChange={(label) => set(periodChoices.find((choice) => choice.label === label)?.period)}
      />
      {time('from', 'From')}
      {time('to', 'To')}
    </div>
  );
}
