import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconFileCode, IconFolderOpen, IconTerminal2 } from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { showError } from '../ui/notify.ts';
import { RequestTree } from '../tree/RequestTree.tsx';
import { editorTarget } from '../monaco/editor-target.ts';
import classes from './workspace.module.css';

/** The workspace: its scripts to open, its programs to call. */
export function Sidebar() {
  const { app, scripts, commands } = useApp();
  const workspace = useFrom('app', (state) => state.workspace);
  const activePath = useFrom('scripts', (state) => state.activePath);
  const view = useFrom('app', (state) => state.view);
  const hasCollection = useFrom('requests', (state) => state.collection !== null);
  const { programs } = workspace;
  return (
    <nav className={classes['sidebar']} aria-label="Workspace">
      <header className={classes['header']}>
        <h1 title={workspace.root}>{workspace.name}</h1>
        <Tooltip label="Open workspace folder">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Open workspace folder"
            onClick={() => runCommand(commands, 'open-folder')}
          >
            <IconFolderOpen size={16} />
          </ActionIcon>
        </Tooltip>
      </header>
      <RequestTree />
      <h2>Scripts</h2>
      {workspace.scripts.length === 0 && (
        <div className={classes['empty']}>
          <p>There is no script in the folder “scripts”.</p>
          {!hasCollection && (
            <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'open-folder')}>
              Open another folder
            </Button>
          )}
        </div>
      )}
      <ul>
        {workspace.scripts.map(({ path }) => (
          <li key={path}>
            <UnstyledButton
              className={classes['file'] ?? ''}
              aria-current={(view === 'scripts' && path === activePath) || undefined}
              title={path}
              onClick={() => {
                app.getState().show('scripts');
                void scripts.getState().openScript(path).catch(showError);
              }}
            >
              <IconFileCode size={15} />
              <span>{path.replace(/^scripts\//, '')}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <h2>Programs</h2>
      {programs.files.length === 0 && (
        <p className={classes['empty']} title={programs.directory}>
          {programs.exists ? 'No program in the folder yet.' : 'Create the folder “programs” and put programs there.'}
        </p>
      )}
      <ul>
        {programs.files.map(({ path, language }) => (
          <li key={path}>
            <Tooltip label="Insert a call at the cursor" position="right" openDelay={500}>
              <UnstyledButton
                className={classes['file'] ?? ''}
                onClick={() =>
                  editorTarget.get()?.insert(`await pm.executeAsync('${path.replace(/['\\]/g, '\\$&')}', [])`)
                }
              >
                <IconTerminal2 size={15} />
                <span>{path}</span>
                <small>{language}</small>
              </UnstyledButton>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  );
}
