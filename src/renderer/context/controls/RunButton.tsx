import { Button, Tooltip } from '@mantine/core';
import { IconBug, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RunOwner } from '../../console/run-store.ts';
import { useApp, useFrom } from '../app-context.ts';
import { commandById, commandKeys, runCommand } from '../commands/commands.ts';
import { stoppedText, stopReason } from '../stopped-text.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
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
  /** Why nothing can be debugged now; absent: it can. */
  noDebugging?: string | undefined;
}) {
  const { owner, label, icon = <IconPlayerPlayFilled size={14} />, disabled = false } = props;
  const { command = 'run', debugCommand = 'debug', noDebugging } = props;
  const { commands, runs } = useApp();
  const runId = useFrom('runs', (state) => state.of(owner));
  const isRunning = runId !== undefined;
  const keys = commandKeys(commands, isRunning ? 'stop' : command);
  const run = () => (isRunning ? runs.getState().stop(runId) : runCommand(commands, command));
  return (
    <>
      {isRunning ? (
        <Stopped runId={runId} />
      ) : (
        <DebugButton command={debugCommand} reason={noDebugging} disabled={disabled || noDebugging !== undefined} />
      )}
      {/* One button for both, because a button that is replaced by another one loses the focus. */}
      <Tooltip label={keys} disabled={keys === ''}>
        <Button
          size="compact-sm"
          {...(isRunning ? { color: 'red' } : {})}
          disabled={disabled && !isRunning}
          leftSection={isRunning ? <IconPlayerStopFilled size={14} /> : icon}
          onClick={run}
        >
          {isRunning ? 'Stop' : label}
        </Button>
      </Tooltip>
    </>
  );
}

function DebugButton(props: { command: string | null; reason: string | undefined; disabled: boolean }) {
  const { command, reason, disabled } = props;
  const { commands } = useApp();
  if (command === null) return null;
  return (
    <IconButton
      label="Debug"
      tooltip={reason ?? `${commandById(commands, command).label} ${commandKeys(commands, command)}`}
      variant="default"
      size={26}
      disabled={disabled}
      onClick={() => runCommand(commands, command)}
    >
      <IconBug size={16} />
    </IconButton>
  );
}

/** Where a script of the run is stopped by the debugger. */
function Stopped({ runId }: { runId: string }) {
  const stop = useFrom('debugger', (state) => (state.runId === runId ? state.stop : undefined));
  if (!stop) return null;
  return (
    <Tooltip label={stoppedText(stop)}>
      <span className={classes['stopped']}>{stopReason(stop)}</span>
    </Tooltip>
  );
}
