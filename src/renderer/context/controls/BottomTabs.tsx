import { UnstyledButton } from '@mantine/core';
import { useApp, useFrom } from '../app-context.ts';
import classes from './bottom-tabs.module.css';

const panels = [
  { panel: 'console', title: 'Console' },
  { panel: 'debug', title: 'Debug' },
] as const;

/** Selects the content of the area below the view. */
export function BottomTabs() {
  const { debugger: store } = useApp();
  const shownPanel = useFrom('debugger', (state) => state.panel);
  const isStopped = useFrom('debugger', (state) => state.stop !== undefined);
  return (
    <div role="group" aria-label="Panel" className={classes['tabs']}>
      {panels.map(({ panel, title }) => (
        <UnstyledButton
          key={panel}
          className={classes['tab'] ?? ''}
          aria-pressed={panel === shownPanel}
          data-stopped={(panel === 'debug' && isStopped) || undefined}
          onClick={() => store.getState().showPanel(panel)}
        >
          {title}
        </UnstyledButton>
      ))}
    </div>
  );
}
