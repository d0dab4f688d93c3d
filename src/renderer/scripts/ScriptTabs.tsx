import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconDeviceFloppy, IconX } from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand, shownKeys } from '../context/commands.ts';
import { RunButton } from '../context/RunButton.tsx';
import { isChanged, isProgramSource } from './script-store.ts';
import classes from './scripts.module.css';

/** Open scripts, and what can be done with the active one. */
export function ScriptTabs() {
  const { scripts, commands } = useApp();
  const open = useFrom('scripts', (state) => state.open);
  const activePath = useFrom('scripts', (state) => state.activePath);
  const active = open.find(({ path }) => path === activePath);

  return (
    <div className={classes['bar']}>
      <ul className={classes['tabs']} aria-label="Open scripts">
        {open.map((script) => {
          const name = script.path.replace(/^scripts\//, '');
          const isActive = script.path === activePath;
          return (
            <li key={script.path} className={classes['tab']} data-active={isActive || undefined}>
              <UnstyledButton
                aria-current={isActive ? 'page' : undefined}
                title={script.path}
                onClick={() => void scripts.getState().openScript(script.path)}
              >
                {name}
                {isChanged(script) && <span className={classes['dot']} role="img" aria-label="not saved" />}
              </UnstyledButton>
              <ActionIcon
                size={18}
                variant="subtle"
                color="gray"
                aria-label={`Close ${name}`}
                onClick={() => scripts.getState().close(script.path)}
              >
                <IconX size={12} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Tooltip label={`Save (${shownKeys('Mod+S')})`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Save"
          disabled={!active || !isChanged(active)}
          onClick={() => runCommand(commands, 'save')}
        >
          <IconDeviceFloppy size={16} />
        </ActionIcon>
      </Tooltip>
      <RunButton label="Run" disabled={!active || isProgramSource(active)} />
    </div>
  );
}
