import { Button, Tooltip } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApp, useFrom } from './app-context.ts';
import { runCommand, shownKeys } from './commands.ts';

/** What begins a run; while one is under way, what stops it. */
export function RunButton(props: {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Left out: the command of the view, by its keys too. */
  onRun?: () => void;
}) {
  const { label, icon = <IconPlayerPlayFilled size={14} />, disabled = false, onRun } = props;
  const { commands } = useApp();
  const running = useFrom('runs', (state) => state.current !== undefined);
  if (running) {
    return (
      <Button
        size="compact-sm"
        color="red"
        leftSection={<IconPlayerStopFilled size={14} />}
        onClick={() => runCommand(commands, 'stop')}
      >
        Stop
      </Button>
    );
  }
  return (
    <Tooltip label={shownKeys('Mod+Enter')} disabled={onRun !== undefined}>
      <Button
        size="compact-sm"
        disabled={disabled}
        leftSection={icon}
        onClick={onRun ?? (() => runCommand(commands, 'run'))}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
