import { Button, Code, CopyButton, Select, Switch, TextInput, Textarea } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { JarMethod } from '../../contract/scripts/programs.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { duration } from '../ui/labels/duration.ts';
import { showError } from '../ui/messages/notify.ts';
import { pathInWorkspace } from '../console/rows/path-in-workspace.ts';
import { callExpression, emptyCall, type CallForm } from './program-call.ts';
import classes from './programs.module.css';

const signature = ({ className, method, paramTypes }: JarMethod) => `${className}.${method}(${paramTypes.join(', ')})`;

/** A form for the arguments and options of one call, which runs it and shows the equivalent line of a script. */
export function TryProgram({ file }: { file: string }) {
  const { app, runs } = useApp();
  const [form, setForm] = useState<CallForm>(() => emptyCall(file));
  const methods = useFrom('programs', (state) => state.jarMethods[file]);
  const { directory } = useFrom('app', (state) => state.workspace.programs);
  const jar = `${directory}/${file}`;
  const isWarm = useFrom('app', (state) => state.settings.warmJars.includes(jar));
  const runId = useFrom('runs', (state) => state.of(`program ${file}`));
  const expression = callExpression(form);
  const field = (name: 'args' | 'command' | 'cwd' | 'env' | 'stdin' | 'timeout') => ({
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setForm((before) => ({ ...before, [name]: value }));
    },
  });
  const run = () =>
    runs
      .getState()
      .run(`program ${file}`, { scriptName: `try ${file}`, source: `console.log(${expression});` })
      .catch(showError);
  const chooseMethod = (chosen: string | null) => {
    const method = methods?.find((method) => signature(method) === chosen);
    setForm((before) => ({ ...before, method }));
  };
  const types = form.method?.paramTypes;

  return (
    <form
      className={classes['try']}
      aria-label={`Try ${visibleText(file)}`}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <h3>
        <span title={visibleText(file)}>Try {visibleText(file)}</span>
        <EditSource file={file} />
      </h3>
      <LastCall file={file} />
      {methods && (
        <Select
          size="xs"
          label="Method"
          placeholder="the main class of the jar"
          searchable
          clearable
          limit={200}
          data={[...new Set(methods.map(signature))]}
          value={form.method ? signature(form.method as JarMethod) : null}
          onChange={chooseMethod}
        />
      )}
      {methods && (
        <Switch
          size="xs"
          label="Keep Java running between calls of methods"
          description="Further calls take about two milliseconds. Each still gets its own static state."
          checked={isWarm}
          onChange={({ currentTarget }) => app.getState().setWarmJar(jar, currentTarget.checked)}
        />
      )}
      <Textarea
        size="xs"
        autosize
        minRows={2}
        maxRows={8}
        label="Arguments"
        description={types?.length ? `One per line: ${types.join(', ')}` : 'One per line'}
        {...field('args')}
      />
      <div className={classes['pair']}>
        <TextInput size="xs" label="command" placeholder="by the extension" {...field('command')} />
        <TextInput size="xs" label="cwd" placeholder="the programs directory" {...field('cwd')} />
        <TextInput size="xs" label="timeout" placeholder="ms" inputMode="numeric" {...field('timeout')} />
      </div>
      <div className={classes['pair']}>
        <Textarea size="xs" autosize maxRows={4} label="env" placeholder="NAME=value" {...field('env')} />
        <Textarea size="xs" autosize maxRows={4} label="stdin" {...field('stdin')} />
      </div>
      <Code block className={classes['expression'] ?? ''} data-testid="call-expression">
        {expression}
      </Code>
      <div className={classes['actions']}>
        {runId === undefined ? (
          <Button type="submit" size="compact-sm" leftSection={<IconPlayerPlayFilled size={14} />}>
            Run
          </Button>
        ) : (
          <Button
            size="compact-sm"
            color="red"
            leftSection={<IconPlayerStopFilled size={14} />}
            onClick={() => runs.getState().stop(runId)}
          >
            Stop
          </Button>
        )}
        <CopyButton value={`${expression};`}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy script line'}
            </Button>
          )}
        </CopyButton>
      </div>
    </form>
  );
}

/** Opens the program in the editor of the scripts; absent for a jar, and for a program outside of the workspace. */
function EditSource({ file }: { file: string }) {
  const { app, scripts } = useApp();
  const workspace = useFrom('app', (state) => state.workspace);
  const source = pathInWorkspace(workspace, file);
  if (source === undefined || file.toLowerCase().endsWith('.jar')) return null;
  const open = async () => {
    await scripts.getState().openScript(source);
    app.getState().show('scripts');
  };
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => void open().catch(showError)}>
      Edit the source
    </Button>
  );
}

/** The result of the program's last call, if the console still has its run. */
function LastCall({ file }: { file: string }) {
  const runs = useFrom('runs', (state) => state.runs);
  const last = useMemo(
    () =>
      runs
        .flatMap(({ entries }) => entries)
        .findLast((entry) => entry.kind === 'program' && entry.started.file.replace(/^\.\//, '') === file),
    [runs, file],
  );
  if (last?.kind !== 'program') return null;
  const { finished } = last;
  const end = finished
    ? `${finished.failure ? 'failed' : 'succeeded'} after ${duration(finished.durationMs)}`
    : 'running';
  return <small className={classes['lastCall']}>Last call: {end}</small>;
}
