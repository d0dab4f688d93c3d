import { Select, TextInput } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { METHODS } from './methods.ts';
import type { FilterChange } from './webhook-store.ts';
import classes from './webhooks.module.css';

/** Filters by what was asked: method, path, provider, and whether it was refused or pinned. */
export function RequestFilters() {
  const { webhooks: store } = useApp();
  const filter = useFrom('webhooks', (state) => state.filter);
  const set = (change: FilterChange) => void store.getState().setFilter(change).catch(showError);
  const shown = filter.refused ? 'refused' : filter.pinned ? 'pinned' : null;
  return (
    <div className={classes['filters']}>
      <TextInput
        key={filter.path}
        size="xs"
        aria-label="Path"
        placeholder="Path, as a whole"
        defaultValue={filter.path ?? ''}
        onBlur={(event) => set({ path: event.currentTarget.value || undefined })}
        onKeyDown={(event) => event.key === 'Enter' && set({ path: event.currentTarget.value || undefined })}
      />
      <TextInput
        key={`provider ${filter.provider ?? ''}`}
        size="xs"
        aria-label="Provider"
        placeholder="Provider"
        defaultValue={filter.provider ?? ''}
        onBlur={(event) => set({ provider: event.currentTarget.value || undefined })}
        onKeyDown={(event) => event.key === 'Enter' && set({ provider: event.currentTarget.value || undefined })}
      />
      <Select
        size="xs"
        aria-label="Method"
        placeholder="Method"
        clearable
        data={METHODS}
        value={filter.method ?? null}
        onChange={(method) => set({ method: method ?? undefined })}
      />
      <Select
        size="xs"
        aria-label="Show"
        placeholder="Accepted"
        clearable
        data={[
          { value: 'pinned', label: 'Pinned' },
          { value: 'refused', label: 'Refused' },
        ]}
        value={shown}
        onChange={(value) =>
          set({ pinned: value === 'pinned' || undefined, refused: value === 'refused' || undefined })
        }
      />
    </div>
  );
}
