import { Button, Popover } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { activeFilters } from './active-filters.ts';
import { FilterFields } from './FilterFields.tsx';
import classes from './filters.module.css';

const SEARCH_MS = 200;
const EXPIRE_MS = 5000;

/** The search, a button for all other filters, and the active filters below. */
export function NotificationFilters() {
  const { webhooks: store } = useApp();
  const filter = useFrom('webhooks', (state) => state.filter);
  const period = useFrom('webhooks', (state) => state.period);
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const providers = useFrom('webhooks', (state) => state.providers?.providers) ?? [];
  const active = activeFilters({ filter, period, kinds, providers });
  useInterval(() => store.getState().expire(), EXPIRE_MS, { autoInvoke: true });

  const end = (ends: (typeof active)[number]['ends']) => {
    const { setPeriod, setFilter } = store.getState();
    void (ends === 'period' ? setPeriod(undefined) : setFilter(ends)).catch(showError);
  };
  return (
    <div className={classes['filters']}>
      <div className={classes['row']}>
        <NotificationSearch />
        <Popover position="bottom-end" width="26rem" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <Button size="xs" variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
              {active.length === 0 ? 'Filters' : `Filters (${active.length})`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown p="sm" aria-label="Filters of the list">
            <FilterFields />
          </Popover.Dropdown>
        </Popover>
      </div>
      {active.length > 0 && (
        <ul className={classes['active']} aria-label="Active filters">
          {active.map(({ label, ends }) => (
            <li key={label}>
              <Button
                size="compact-xs"
                variant="light"
                c="var(--text)"
                rightSection={<IconX size={12} aria-hidden />}
                aria-label={`Remove the filter ${visibleText(label)}`}
                title={visibleText(label)}
                onClick={() => end(ends)}
              >
                {visibleText(label)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NotificationSearch() {
  const { webhooks: store } = useApp();
  const search = useFrom('webhooks', (state) => state.filter.search) ?? '';
  /** The edited text of the search, before it applies. */
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (text: string) => {
    store.getState().setFilter({ search: text }).catch(showError);
    setTyped(undefined);
  };
  return (
    <SearchField
      flex={1}
      label="Search notifications"
      value={typed ?? search}
      onChange={(text) => {
        clearTimeout(timer.current);
        if (text === '') return apply(text);
        setTyped(text);
        timer.current = setTimeout(() => apply(text), SEARCH_MS);
      }}
    />
  );
}
