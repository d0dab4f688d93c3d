import { Button, Checkbox, Menu, NumberInput, Select, UnstyledButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { RunButton } from '../context/RunButton.tsx';
import { duration } from '../ui/duration.ts';
import { saveText } from '../ui/save-text.ts';
import { RunResults } from './RunResults.tsx';
import classes from './runner.module.css';

/** Runs of a folder or of the collection: what, how, and what came of it. */
export function RunnerView() {
  const { runner: store } = useApp();
  const runs = useFrom('runner', (state) => state.runs);
  const shownId = useFrom('runner', (state) => state.shownId);
  useEffect(() => void store.getState().load().catch(showError), [store]);
  return (
    <section className={classes['view']} aria-label="Runner">
      <Plan />
      <div className={classes['columns']}>
        <div className={classes['past']}>
          <h3>
            Runs
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              disabled={runs.length === 0}
              onClick={() => void store.getState().clear().catch(showError)}
            >
              Clear
            </Button>
          </h3>
          {runs.length === 0 && <p>None yet.</p>}
          <ul aria-label="Runs">
            {runs.map((run) => (
              <li key={run.id}>
                <UnstyledButton
                  aria-current={run.id === shownId || undefined}
                  onClick={() => void store.getState().show(run.id).catch(showError)}
                >
                  <b data-outcome={run.outcome}>{run.outcome}</b> {run.name}
                  <small>
                    {new Date(run.startedAt).toLocaleString()} · {run.requests} requests · {run.passed}/
                    {run.passed + run.failed} tests · {duration(run.durationMs)}
                  </small>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
        <RunResults />
      </div>
    </section>
  );
}

function Plan() {
  const { runner: store, requests, client } = useApp();
  const plan = useFrom('runner', (state) => state.plan);
  const running = useFrom('runs', (state) => state.current !== undefined);
  const shown = useFrom('runner', (state) => state.shown);
  const shownId = useFrom('runner', (state) => state.shownId);
  const collection = useFrom('requests', (state) => state.collection);
  const environment = useFrom('requests', (state) => state.environment);
  const upload = useRef<HTMLInputElement>(null);
  const folders = (collection?.items ?? []).map(({ id, name, kind, parent }) => ({
    value: id,
    label: kind === 'folder' ? `${id}/` : parent === '' ? name : `${parent}/${name}`,
  }));
  const { setPlan } = store.getState();
  const start = (failedOf?: number) =>
    void store.getState().start(requests.getState().environment, failedOf).catch(showError);
  const read = async (file: File | undefined) => {
    if (file) setPlan({ data: { name: file.name, text: await file.text() } });
    if (upload.current) upload.current.value = '';
  };
  const save = async (format: 'json' | 'junit' | 'html') => {
    if (shownId === undefined) return;
    const { text } = await client.call('runner.export', { id: shownId, format });
    saveText(`report.${format === 'junit' ? 'xml' : format}`, text);
  };
  const failed = shown?.requests.some(
    ({ failure, errors, tests }) =>
      failure !== null || errors.length > 0 || tests.some(({ state }) => state === 'failed'),
  );
  return (
    <header className={classes['plan']}>
      <Select
        size="xs"
        w={220}
        label="Run"
        allowDeselect={false}
        searchable
        data={[{ value: '', label: collection?.name ?? 'The collection' }, ...folders]}
        value={plan.folder}
        onChange={(folder) => setPlan({ folder: folder ?? '' })}
      />
      <Select
        size="xs"
        w={150}
        label="Environment"
        placeholder="None"
        clearable
        allowDeselect={false}
        data={collection?.environments ?? []}
        value={environment}
        onChange={(name) => requests.getState().setEnvironment(name)}
      />
      <NumberInput
        size="xs"
        w={90}
        label="Iterations"
        placeholder={plan.data ? 'a row each' : '1'}
        min={1}
        allowDecimal={false}
        value={plan.iterations ?? ''}
        onChange={(value) => setPlan({ iterations: Number(value) || null })}
      />
      <NumberInput
        size="xs"
        w={90}
        label="Delay, ms"
        min={0}
        allowDecimal={false}
        value={plan.delayMs}
        onChange={(value) => setPlan({ delayMs: Number(value) || 0 })}
      />
      <div className={classes['data']}>
        <span>Data</span>
        {plan.data ? (
          <Button size="compact-sm" variant="default" onClick={() => setPlan({ data: null })}>
            {plan.data.name} ×
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUpload size={13} />}
            onClick={() => upload.current?.click()}
          >
            CSV or JSON
          </Button>
        )}
        <input
          ref={upload}
          type="file"
          accept=".csv,.json"
          hidden
          aria-label="Data file"
          onChange={(event) => void read(event.currentTarget.files?.[0]).catch(showError)}
        />
      </div>
      <Checkbox
        size="xs"
        label="Stop at the first failure"
        checked={plan.bail}
        onChange={(event) => setPlan({ bail: event.currentTarget.checked })}
      />
      <span className={classes['space']} />
      {failed && shownId !== undefined && !running && (
        <Button size="compact-sm" variant="default" onClick={() => start(shownId)}>
          Run what failed
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={13} />}
            disabled={shownId === undefined}
          >
            Report
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save('html').catch(showError)}>HTML</Menu.Item>
          <Menu.Item onClick={() => void save('junit').catch(showError)}>JUnit (XML)</Menu.Item>
          <Menu.Item onClick={() => void save('json').catch(showError)}>JSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RunButton label="Run" disabled={!collection || collection.items.length === 0} onRun={() => start()} />
    </header>
  );
}
