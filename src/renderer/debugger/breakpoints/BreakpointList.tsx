import { ActionIcon, Checkbox, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { scriptTitle } from '../../collection/script-ref.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { StoredBreakpoint } from './breakpoints.ts';
import { showScriptLine } from '../show-frame.ts';
import classes from '../debugger.module.css';

/** All breakpoints of the workspace. */
export function BreakpointList() {
  const all = useFrom('breakpoints', (state) => state.breakpoints);
  if (all.length === 0) return null;
  return (
    <section aria-label="Breakpoints">
      <h3 className={classes['heading']}>Breakpoints</h3>
      <ul className={classes['list']}>
        {all.map((item) => (
          <Breakpoint key={item.id} breakpoint={item} />
        ))}
      </ul>
    </section>
  );
}

function Breakpoint({ breakpoint }: { breakpoint: StoredBreakpoint }) {
  const stores = useApp();
  const { id, script, line, condition, log, disabled = false } = breakpoint;
  const problem = useFrom('breakpoints', (state) => state.states[id]?.problem ?? undefined);
  const { enable, remove } = stores.breakpoints.getState();
  const place = `${scriptTitle(script)}:${line}`;
  return (
    <li className={classes['breakpoint']}>
      <Checkbox
        size="xs"
        aria-label={`Breakpoint ${place}`}
        checked={!disabled}
        onChange={(event) => enable(id, event.currentTarget.checked)}
      />
      <UnstyledButton
        className={classes['row'] ?? ''}
        title={problem ?? log ?? condition ?? place}
        data-problem={problem !== undefined || undefined}
        onClick={() => void showScriptLine(stores, { script, line }).catch(showError)}
      >
        <span className={classes['name']}>{place}</span>
        <small>{problem ?? log ?? condition}</small>
      </UnstyledButton>
      <ActionIcon size={18} variant="subtle" color="gray" aria-label={`Remove ${place}`} onClick={() => remove(id)}>
        <IconX size={12} />
      </ActionIcon>
    </li>
  );
}
