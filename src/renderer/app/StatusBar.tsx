import { Tooltip, UnstyledButton } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import classes from './app.module.css';

export function StatusBar() {
  const { app } = useApp();
  const { programs, root, name } = useFrom('app', (state) => state.workspace);
  const version = useFrom('app', (state) => state.version);
  const runtime = useFrom('app', (state) => state.runtime);
  const connected = useFrom('app', (state) => state.connected);
  const notices = useFrom('app', (state) => state.notices);
  const listener = useFrom('webhooks', (state) => state.status);
  const running = useFrom('runs', (state) => state.current !== undefined);
  return (
    <footer className={classes['status']}>
      <span title={root}>{name}</span>
      <span title={programs.directory}>
        {programs.exists ? `${programs.files.length} programs` : 'no programs folder'}
      </span>
      <UnstyledButton
        className={classes['listener'] ?? ''}
        data-on={listener?.listening || undefined}
        onClick={() => app.getState().show('webhooks')}
      >
        {listener?.listening ? `webhooks ${listener.host}:${listener.port} (${listener.received})` : 'webhooks off'}
      </UnstyledButton>
      <span className={classes['space']} />
      {notices.length > 0 && (
        <Tooltip label={notices.join('\n')} multiline maw={420}>
          <span tabIndex={0}>
            {notices.length} {notices.length === 1 ? 'notice' : 'notices'}
          </span>
        </Tooltip>
      )}
      <span role="status">{connected ? (running ? 'running' : 'ready') : 'not connected'}</span>
      <span>
        Outrigger {version} · {runtime}
      </span>
    </footer>
  );
}
