import { ActionIcon, Badge, Button, CopyButton, Loader, NumberInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { Interpreter, TrustedProgram } from '../../contract/host-contract.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { duration } from '../ui/duration.ts';
import { FolderDialog } from '../ui/FolderDialog.tsx';
import { TryProgram } from './TryProgram.tsx';
import classes from './programs.module.css';

/** The External Programs Directory: its files, what runs them, what is trusted; and a form to try one. */
export function ProgramsView() {
  const { programs: store, client, app } = useApp();
  const { programs } = useFrom('app', (state) => state.workspace);
  const interpreters = useFrom('programs', (state) => state.interpreters);
  const trusted = useFrom('programs', (state) => state.trusted);
  const selected = useFrom('programs', (state) => state.selected);
  const canShow = useFrom('app', (state) => state.capabilities.openFolder);
  const timeout = useFrom('app', (state) => state.settings.programTimeoutMs);
  const lastCalls = useLastCalls();
  const [asking, setAsking] = useState(false);

  useEffect(() => void store.getState().load().catch(showError), [store]);

  const change = async () => {
    if (!app.getState().capabilities.folderDialog) return setAsking(true);
    const { path } = await client.call('workspace.chooseFolder', {});
    if (path) await store.getState().setDirectory(path);
  };
  return (
    <section className={classes['view']} aria-label="Programs">
      <header className={classes['header']}>
        <h2>Programs directory</h2>
        <code title={programs.directory}>{programs.directory}</code>
        {canShow && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => void client.call('programs.showDirectory', {}).catch(showError)}
          >
            Show
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => void change().catch(showError)}>
          Change…
        </Button>
        <Tooltip label="Use the workspace’s own folder “programs”">
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => void store.getState().setDirectory(null).catch(showError)}
          >
            Default
          </Button>
        </Tooltip>
      </header>
      <div className={classes['columns']}>
        <div className={classes['list']} tabIndex={0} role="region" aria-label="Programs and interpreters">
          {!programs.exists && (
            <p className={classes['quiet']}>This folder does not exist. Create it, or choose another.</p>
          )}
          {programs.exists && programs.files.length === 0 && (
            <p className={classes['quiet']}>No program yet. Put a file there that ends in .py, .js, .jar, .go, .sh …</p>
          )}
          <ul aria-label="Program files">
            {programs.files.map(({ path, language }) => (
              <li key={path}>
                <UnstyledButton
                  className={classes['program'] ?? ''}
                  aria-pressed={path === selected}
                  onClick={() => void store.getState().select(path).catch(showError)}
                >
                  <span>{path}</span>
                  {lastCalls[path] && <small>{lastCalls[path]}</small>}
                  <InterpreterState language={language} interpreters={interpreters} />
                  {isTrusted(path, programs.directory, trusted) && (
                    <Badge size="xs" variant="light" color="teal" c="var(--good)">
                      trusted
                    </Badge>
                  )}
                  <IconPlayerPlay size={14} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <h3>
            Interpreters
            <Tooltip label="Look again">
              <ActionIcon
                size={20}
                variant="subtle"
                color="gray"
                aria-label="Look for interpreters again"
                onClick={() => void store.getState().checkAgain().catch(showError)}
              >
                <IconRefresh size={14} />
              </ActionIcon>
            </Tooltip>
          </h3>
          {!interpreters && <Loader size={16} role="img" aria-label="looking" />}
          <dl>
            {interpreters?.map(({ extension, command, path, version, install, missing, template }) => (
              <div key={extension}>
                <dt>
                  {extension} <code>{command}</code>
                  <CopyButton value={template}>
                    {({ copied, copy }) => (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        onClick={copy}
                        aria-label={`Copy an example ${extension}`}
                      >
                        {copied ? 'Copied' : 'Copy an example'}
                      </Button>
                    )}
                  </CopyButton>
                </dt>
                <dd data-missing={path === null || missing !== null || undefined}>
                  {path === null ? `not found. Install ${install}` : (missing ?? `${version ?? 'found'} · ${path}`)}
                </dd>
              </div>
            ))}
          </dl>
          <h3>Time limit</h3>
          <NumberInput
            className={classes['limit'] ?? ''}
            size="xs"
            aria-label="Milliseconds after which a program is ended"
            placeholder="none: programs may run as long as they like"
            suffix=" ms"
            min={1}
            allowDecimal={false}
            value={timeout ?? ''}
            onChange={(value) =>
              app.getState().setProgramTimeout(typeof value === 'number' && value > 0 ? value : null)
            }
          />
          <h3>Trusted</h3>
          {trusted.length === 0 && <p className={classes['quiet']}>Nothing yet: the first call of a program asks.</p>}
          <ul aria-label="Trusted programs">
            {trusted.map((entry) => (
              <li key={entry.id} className={classes['trust']}>
                <span title={entry.path}>
                  {entry.path}{' '}
                  <small>
                    {trustWords[entry.scope]}
                    {entry.variant && ' · only with the same command and variables'}
                  </small>
                </span>
                <ActionIcon
                  size={20}
                  variant="subtle"
                  color="gray"
                  aria-label={`Do not trust ${entry.path} any more`}
                  onClick={() => void store.getState().untrust(entry.id).catch(showError)}
                >
                  <IconX size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </div>
        {selected === undefined ? (
          <p className={classes['quiet']}>Choose a program to try it.</p>
        ) : (
          <TryProgram key={selected} file={selected} />
        )}
      </div>
      <FolderDialog
        opened={asking}
        title="Programs directory"
        description="Scripts call the programs in this folder by their names."
        initial={programs.directory}
        onClose={() => setAsking(false)}
        onOpen={(path) => store.getState().setDirectory(path)}
      />
    </section>
  );
}

/** How the last call of each program ended, of the runs that the console still has. */
function useLastCalls(): Record<string, string> {
  const runs = useFrom('runs', (state) => state.runs);
  return useMemo(() => {
    const calls: Record<string, string> = {};
    for (const entry of runs.flatMap((run) => run.entries)) {
      if (entry.kind !== 'program') continue;
      const { finished, started } = entry;
      const end = finished?.failure ? 'failed' : 'ok';
      calls[started.file.replace(/^\.\//, '')] = finished ? `${end}, ${duration(finished.durationMs)}` : 'running';
    }
    return calls;
  }, [runs]);
}

const trustWords: Record<TrustedProgram['scope'], string> = {
  content: 'until the file changes',
  file: 'this file, whatever it holds',
  directory: 'every program in it',
};

function isTrusted(path: string, directory: string, trusted: readonly TrustedProgram[]): boolean {
  const file = `${directory}/${path}`;
  return trusted.some(
    (entry) => entry.variant === '' && (entry.scope === 'directory' ? entry.path === directory : entry.path === file),
  );
}

function InterpreterState({
  language,
  interpreters,
}: {
  language: string | null;
  interpreters: Interpreter[] | undefined;
}) {
  const found = interpreters?.find((one) => one.language === language);
  if (!found) return <small>{language}</small>;
  const missing = found.path === null || found.missing !== null;
  return (
    <small
      data-missing={missing || undefined}
      title={missing ? (found.missing ?? `Install ${found.install}`) : (found.path ?? '')}
    >
      {language}
      {missing && ': interpreter not found'}
    </small>
  );
}
