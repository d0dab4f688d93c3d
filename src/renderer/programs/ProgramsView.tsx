import { ActionIcon, Button, CopyButton, Loader, NumberInput } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { MAX_TIMER_MS } from '../../contract/runs/timer-limit.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { showError } from '../ui/messages/notify.ts';
import { ProgramsDirectoryButtons } from './ProgramsDirectory.tsx';
import { trustText } from './trust-words.ts';
import { TryProgram } from './TryProgram.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './programs.module.css';

/** The programs directory: interpreters, trusted programs, and a form to try a program. */
export function ProgramsView() {
  const { programs: store } = useApp();
  const { programs } = useFrom('app', (state) => state.workspace);
  const selected = useFrom('programs', (state) => state.selected);
  const canShow = useFrom('app', (state) => state.capabilities.openFolder);

  // Again after each change of a file, which can end a permission.
  useEffect(() => void store.getState().load().catch(showError), [store, programs]);

  return (
    <section className={classes['view']} aria-label="Programs">
      <header className={classes['header']}>
        <h2>Programs directory</h2>
        <code title={visibleText(programs.directory)}>{visibleText(programs.directory)}</code>
        {canShow && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => void store.getState().showDirectory().catch(showError)}
          >
            Show
          </Button>
        )}
        <ProgramsDirectoryButtons />
      </header>
      <div className={classes['columns']}>
        <div className={classes['list']} tabIndex={0} role="region" aria-label="Interpreters and trust">
          <Interpreters />
          <ProgramTimeout />
          <TrustedPrograms />
        </div>
        {selected === undefined ? (
          <EmptyState text="Choose a program on the left to try it." />
        ) : (
          <TryProgram key={selected} file={selected} />
        )}
      </div>
    </section>
  );
}

function Interpreters() {
  const { programs: store } = useApp();
  const interpreters = useFrom('programs', (state) => state.interpreters);
  return (
    <>
      <h3>
        Interpreters
        <IconButton
          label="Detect interpreters again"
          tooltip="Look again"
          size={20}
          onClick={() => void store.getState().checkAgain().catch(showError)}
        >
          <IconRefresh size={14} />
        </IconButton>
      </h3>
      {!interpreters && <Loader size={16} mx="sm" role="img" aria-label="looking" />}
      <dl>
        {interpreters?.map(({ extension, command, path, version, install, missing, template }) => (
          <div key={extension}>
            <dt>
              {extension} <code>{command}</code>
            </dt>
            <dd data-missing={path === null || missing !== null || undefined}>
              {path === null ? `not found. Install ${install}` : (missing ?? (version ? `${version} · ${path}` : path))}
            </dd>
            <dd>
              <CopyButton value={template}>
                {({ copied, copy }) => (
                  <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={`Copy an example ${extension}`}>
                    {copied ? 'Copied' : 'Copy an example'}
                  </Button>
                )}
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function TrustedPrograms() {
  const { programs: store } = useApp();
  const trusted = useFrom('programs', (state) => state.trusted);
  return (
    <>
      <h3>Trusted</h3>
      {trusted.length === 0 && (
        <p className={classes['quiet']}>None yet: you are asked when a script first calls a program.</p>
      )}
      <ul aria-label="Trusted programs">
        {trusted.map((entry) => (
          <li key={entry.id} className={classes['trust']}>
            <span title={visibleText(entry.path)}>
              {visibleText(entry.path)}{' '}
              <small>
                {trustText(entry)}
                {entry.variant && ` · only ${visibleText(entry.variant)}`}
              </small>
            </span>
            <ActionIcon
              size={20}
              variant="subtle"
              color="gray"
              aria-label={`Revoke trust in ${visibleText(entry.path)}`}
              onClick={() => void store.getState().untrust(entry.id).catch(showError)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}

function ProgramTimeout() {
  const { app } = useApp();
  const timeout = useFrom('app', (state) => state.settings.programTimeoutMs);
  return (
    <>
      <h3>Program timeout</h3>
      <NumberInput
        className={classes['limit'] ?? ''}
        size="xs"
        aria-label="Milliseconds after which a program is ended"
        placeholder="No limit"
        suffix=" ms"
        min={1}
        max={MAX_TIMER_MS}
        clampBehavior="strict"
        allowDecimal={false}
        value={timeout ?? ''}
        onChange={(value) => app.getState().setProgramTimeout(typeof value === 'number' && value > 0 ? value : null)}
      />
    </>
  );
}
