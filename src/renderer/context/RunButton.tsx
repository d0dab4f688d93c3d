import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconBug, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RunOwner } from '../console/run-store.ts';
import { useApp, useFrom } from './app-context.ts';
import { commandById, commandKeys, runCommand } from './commands.ts';
import { stoppedText, stopReason } from './stopped-text.ts';
import classes from './run-button.module.css';

/** The button that starts a run of its owner, normally or debugged, and stops it. */
export function RunButton(props: {
  owner: RunOwner;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Id of the command that starts the run; absent: that of the view. */
  command?: string;
  /** Null where debugging is not supported. */
  debugCommand?: string | null;
}) {
  const { owner, label, icon = <IconPlayerPlayFilled size={14} />, disabled = false } = props;
  const { command = 'run', debugCommand = 'debug' } = props;
  const { commands } = useApp();
  const runId = useFrom('runs', (state) => state.of(owner));
  if (runId !== undefined) return <UnderWay runId={runId} />;
  const keys = commandKeys(commands, command);
  return (
    <>
      {debugCommand !== null && (
        <Tooltip label={`${commandById(commands, debugCommand).label} ${commandKeys(commands, debugCommand)}`}>
          <ActionIcon
            variant="default"
            size={26}
            aria-label="Debug"
            disabled={disabled}
            onClick={() => runCommand(commands, debugCommand)}
          >
            <IconBug size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={keys} disabled={keys === ''}>
        <Button size="compact-sm" disabled={disabled} leftSection={icon} onClick={() => runCommand(commands, command)}>
          {label}
        </Button>
      </Tooltip>
    </>
  );
}

function UnderWay({ runId }: { runId: string }) {
  const { commands, runs } = useApp();
  const stop = useFrom('debugger', (state) => (state.runId === runId ? state.stop : undefined));
  return (
    <>
      {stop && (
        <Tooltip label={stoppedText(stop)}>
          <span className={classes['stopped']}>{stopReason(stop)}</span>
        </Tooltip>
      )}
      <Tooltip label={commandKeys(commands, 'stop')}>
        <Button
          size="compact-sm"
          color="red"
          leftSection={<IconPlayerStopFilled size={14} />}
          onClick={() => runs.getState().stop(runId)}
        >
          Stop
        </Button>
      </Tooltip>
    </>
  );
}
