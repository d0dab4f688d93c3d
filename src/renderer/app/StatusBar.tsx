import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { outcomeText } from '../console/rows/console-rows.ts';
import { problems } from '../console/problems.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { isConsoleOpen } from '../context/app-store.ts';
import { runCommand } from '../context/commands/commands.ts';
import { stoppedText } from '../context/stopped-text.ts';
import { countText } from '../../contract/count-text.ts';
import { visibleText } from '../../contract/visible-text.ts';
import classes from './app.module.css';

/**
 * One line at the bottom: the collapsed console with its problems, and the states of interpreters and unsaved changes.
 */
export function StatusBar() {
  const { app } = useApp();
  const { programs } = useFrom('app', (state) => state.workspace);
  const version = useFrom('app', (state) => state.version);
  const runtime = useFrom('app', (state) => state.runtime);
  const notices = useFrom('app', (state) => state.notices);
  const listener = useFrom('webhooks', (state) => state.status);
  const { show } = app.getState();
  return (
    <footer className={classes['status']}>
      <ConsoleStrip />
      <UnstyledButton
        className={`${classes['statusButton']} ${classes['programCount']}`}
        title={visibleText(programs.directory)}
        onClick={() => show('programs')}
      >
        {programs.exists ? countText(programs.files.length, 'program') : 'no programs folder'}
      </UnstyledButton>
      <UnstyledButton
        className={classes['statusButton'] ?? ''}
        data-on={listener?.listening || undefined}
        onClick={() => show('webhooks')}
      >
        {listener?.listening
          ? `webhooks ${listener.host}:${listener.port} (${listener.received} received)`
          : 'webhooks off'}
      </UnstyledButton>
      <span className={classes['space']} />
      {notices.length > 0 && (
        <Tooltip label={notices.join('\n')} multiline maw={420}>
          <span tabIndex={0}>{countText(notices.length, 'notice')}</span>
        </Tooltip>
      )}
      <RunState />
      <Unsaved />
      <span className={classes['version']}>
        Outrigger {version} · {runtime}
      </span>
    </footer>
  );
}

function ConsoleStrip() {
  const { commands } = useApp();
  const open = useFrom('app', isConsoleOpen);
  const count = useFrom('runs', ({ runs, active, latest }) =>
    problems({ runs: runs.filter(({ runId }) => runId === latest || active.some((one) => one.runId === runId)) }),
  );
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <Tooltip label="Show or hide the console (Ctrl+J)" openDelay={500}>
      <UnstyledButton
        className={classes['strip'] ?? ''}
        aria-expanded={open}
        onClick={() => runCommand(commands, 'toggle-console')}
      >
        <Chevron size={14} aria-hidden />
        Console
        {count > 0 && <b data-testid="console-problems">{countText(count, 'problem')}</b>}
      </UnstyledButton>
    </Tooltip>
  );
}

function RunState() {
  const isLost = useFrom('app', (state) => state.lostHost !== undefined);
  const count = useFrom('runs', (state) => state.active.length);
  const lastRun = useFrom('runs', ({ runs, latest }) => runs.find(({ runId }) => runId === latest));
  const stopped = useFrom('debugger', ({ stop }) => stop && stoppedText(stop));
  const text =
    stopped ??
    (count > 1 ? `${count} runs under way` : count === 1 ? 'running' : lastRun ? outcomeText(lastRun) : 'ready');
  return <span role="status">{isLost ? 'not connected' : text}</span>;
}

function Unsaved() {
  // Closed tabs keep their edits.
  const scripts = useFrom('scripts', (state) => state.unsaved().length);
  const requests = useFrom('requests', (state) => state.unsaved.size);
  // Edits of variables are stored by themselves: only a failure leaves them.
  const variables = useFrom('variables', ({ problem }) => (problem === null ? 0 : 1));
  const count = scripts + requests + variables;
  return <span>{count === 0 ? 'saved' : `${count} not saved`}</span>;
}
