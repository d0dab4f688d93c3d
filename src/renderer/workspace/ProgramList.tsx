import { Button, UnstyledButton } from '@mantine/core';
import { IconShieldCheck, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Interpreter, TrustedProgram } from '../../contract/scripts/programs.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { showError } from '../ui/messages/notify.ts';
import { SidebarHeader } from '../ui/SidebarHeader.tsx';
import { matches } from './matches.ts';
import classes from './workspace.module.css';

/** The programs of the programs directory with their languages; the view shows the selected one. */
export function ProgramList() {
  const { commands, programs: store } = useApp();
  const [search, setSearch] = useState('');
  const { programs } = useFrom('app', (state) => state.workspace);
  const selected = useFrom('programs', (state) => state.selected);
  const trusted = useFrom('programs', (state) => state.trusted);
  const interpreters = useFrom('programs', (state) => state.interpreters);
  const matching = programs.files.filter(({ path }) => matches(path, search));
  return (
    <>
      <SidebarHeader
        title="Programs"
        add={{ label: 'New program', onClick: () => runCommand(commands, 'new-program') }}
        search={{ label: 'Search programs', value: search, onChange: setSearch }}
      />
      <div className={classes['lists']}>
        {programs.files.length === 0 && (
          <div className={classes['empty']} title={visibleText(programs.directory)}>
            <p>
              {programs.exists
                ? 'There is no program in the folder yet.'
                : 'The folder of the programs does not exist yet.'}
            </p>
            <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'new-program')}>
              New program
            </Button>
          </div>
        )}
        {programs.files.length > 0 && matching.length === 0 && (
          <p className={classes['empty']}>No program matches the search.</p>
        )}
        <ul aria-label="Program files">
          {matching.map(({ path, language }) => {
            const missing = missingPart(language, interpreters);
            return (
              <li key={path}>
                <UnstyledButton
                  className={classes['file'] ?? ''}
                  aria-current={path === selected || undefined}
                  title={visibleText(missing?.remedy ?? path)}
                  onClick={() => void store.getState().select(path).catch(showError)}
                >
                  <IconTerminal2 size={15} aria-hidden />
                  <span>{visibleText(path)}</span>
                  <small data-missing={missing !== undefined || undefined}>
                    {language}
                    {missing?.label}
                  </small>
                  {isTrusted(path, programs.directory, trusted) && (
                    <IconShieldCheck size={15} role="img" aria-label="trusted" />
                  )}
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

/** What a language needs before its programs can run; undefined if it has everything, or was not looked up yet. */
function missingPart(
  language: string | null,
  interpreters: Interpreter[] | undefined,
): { label: string; remedy: string } | undefined {
  const interpreter = interpreters?.find((interpreter) => interpreter.language === language);
  if (!interpreter) return undefined;
  if (interpreter.path === null) return { label: ': not found', remedy: `Install ${interpreter.install}` };
  return interpreter.missing === null ? undefined : { label: ': needs setup', remedy: interpreter.missing };
}

function isTrusted(path: string, directory: string, trusted: readonly TrustedProgram[]): boolean {
  const file = `${directory}/${path}`;
  return trusted.some(
    (entry) =>
      !entry.changed && entry.variant === '' && entry.path === (entry.scope.startsWith('directory') ? directory : file),
  );
}
