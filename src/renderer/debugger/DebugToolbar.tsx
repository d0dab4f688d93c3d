import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowBigRightLines,
  IconArrowDown,
  IconArrowUp,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { commandById, runCommand, shownKeys } from '../context/commands/commands.ts';
import classes from './debugger.module.css';

const buttons = [
  { id: 'debug-continue', Icon: IconPlayerPlayFilled },
  { id: 'debug-pause', Icon: IconPlayerPauseFilled },
  { id: 'debug-step-over', Icon: IconArrowBigRightLines },
  { id: 'debug-step-into', Icon: IconArrowDown },
  { id: 'debug-step-out', Icon: IconArrowUp },
  { id: 'debug-stop', Icon: IconPlayerStopFilled },
];

export function DebugToolbar() {
  const { commands } = useApp();
  // These two decide which buttons are enabled.
  useFrom('debugger', (state) => state.stop);
  useFrom('debugger', (state) => state.runId);
  return (
    <div role="toolbar" aria-label="Debugger" className={classes['toolbar']}>
      {buttons.map(({ id, Icon }) => {
        const { menuLabel, label, keys = '', unavailable } = commandById(commands, id);
        const name = menuLabel ?? label;
        return (
          <Tooltip key={id} label={`${name} (${shownKeys(keys)})`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={name}
              disabled={unavailable?.() !== undefined}
              onClick={() => runCommand(commands, id)}
            >
              <Icon size={15} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
}
