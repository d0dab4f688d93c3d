import { Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconFileCode, IconPackage, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { editorTarget } from '../monaco/editor-target.ts';
import { focusForKey } from '../ui/lists/focus-for-key.ts';
import { showError } from '../ui/messages/notify.ts';
import { SidebarHeader } from '../ui/SidebarHeader.tsx';
import { matches } from './matches.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './workspace.module.css';

/** The scripts of the workspace, and below them the programs that a script can call. */
export function ScriptList() {
  const { commands, scripts: store } = useApp();
  const [search, setSearch] = useState('');
  const scripts = useFrom('app', (state) => state.workspace.scripts);
  const activePath = useFrom('scripts', (state) => state.activePath);
  const matching = scripts.filter(({ path }) => matches(path, search));
  return (
    <>
      <SidebarHeader
        title="Scripts"
        add={{ label: 'New script', onClick: () => runCommand(commands, 'new-script') }}
        search={{ label: 'Search scripts', value: search, onChange: setSearch }}
      >
        <IconButton label="Add package…" size={24} onClick={() => runCommand(commands, 'add-package')}>
          <IconPackage size={16} />
        </IconButton>
      </SidebarHeader>
      <div className={classes['lists']}>
        {scripts.length === 0 && (
          <div className={classes['empty']}>
            <p>There is no script in the folder “scripts”.</p>
            <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'new-script')}>
              New script
            </Button>
          </div>
        )}
        {scripts.length > 0 && matching.length === 0 && (
          <p className={classes['empty']}>No script matches the search.</p>
        )}
        <ul aria-label="Scripts">
          {matching.map(({ path }) => (
            <li key={path}>
              <UnstyledButton
                className={classes['file'] ?? ''}
                aria-current={path === activePath || undefined}
                title={visibleText(path)}
                onKeyDown={focusForKey}
                onClick={() => void store.getState().openScript(path).catch(showError)}
              >
                <IconFileCode size={15} aria-hidden />
                <span>{visibleText(path.replace(/^scripts\//, ''))}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <CallablePrograms search={search} />
      </div>
    </>
  );
}

function CallablePrograms({ search }: { search: string }) {
  const { programs } = useFrom('app', (state) => state.workspace);
  const matching = programs.files.filter(({ path }) => matches(path, search));
  const insert = (path: string) =>
    editorTarget.get()?.insert(`await pm.executeAsync('${path.replace(/['\\]/g, '\\$&')}', [])`);
  if (matching.length === 0) return null;
  return (
    <>
      <h3>Insert a call to</h3>
      <ul aria-label="Programs to call">
        {matching.map(({ path, language }) => (
          <li key={path}>
            <Tooltip label="Insert a call at the cursor" position="right" openDelay={500}>
              <UnstyledButton className={classes['file'] ?? ''} onKeyDown={focusForKey} onClick={() => insert(path)}>
                <IconTerminal2 size={15} aria-hidden />
                <span>{visibleText(path)}</span>
                <small>{language}</small>
              </UnstyledButton>
            </Tooltip>
          </li>
        ))}
      </ul>
    </>
  );
}
