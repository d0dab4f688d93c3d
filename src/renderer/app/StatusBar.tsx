import { Tooltip } from '@mantine/core';
import { useFrom } from './app-context.ts';
import classes from './app.module.css';

export function StatusBar() {
  const { programs, root, name } = useFrom('app', (state) => state.workspace);
  const version = useFrom('app', (state) => state.version);
  const runtime = useFrom('app', (state) => state.runtime);
  const connected = useFrom('app', (state) => state.connected);
  const notices = useFrom('app', (state) => state.notices);
  const running = useFrom('runs', (state) => state.current !== undefined);
  return (
    <footer className={classes['status']}>
      <span title={root}>{name}</span>
      <span title={programs.directory}>
        {programs.exists ? `${programs.files.length} programs` : 'no programs folder'}
      </span>
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
