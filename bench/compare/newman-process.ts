/**
 * The process that runs cases with newman and the current postman-runtime. Its parent process sends the cases, and
 * receives their outcomes by id.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import newman, { type NewmanEvents, type NewmanOptions, type NewmanScope } from 'newman';
import { consoleText } from '../../src/contract/scripts/console-value.ts';
import { inspect } from '../../src/sandbox/console/inspect.ts';
import { filesFolder, type Cases, type FlowCase } from './cases.ts';
import { batchCollection, flowCollection, withPort } from './collections.ts';
import { dataFile } from './data-file.ts';
import { noResponse, refused, timeout, type Outcome, type Variables } from './outcome.ts';
import { createRecorder } from './recorder.ts';
import { startRecordingServer } from './recording-server.ts';

const recorder = createRecorder();
const server = await startRecordingServer(recorder.request);
const folder = mkdtempSync(path.join(tmpdir(), 'compare-newman-'));

/**
 * Warnings that the runtime adds to a script's console. Outrigger reports them separately, so they are not compared.
 */
const fromRuntime = /^(Using "[^"]+" is deprecated\.|runtime: |runtime~\w+\.auth: |Form param |Binary file )/;

/** The values of a scope as the next script reads them: undefined has become null. */
const valuesOf = (scope: NewmanScope | undefined): Record<string, unknown> =>
  Object.fromEntries(
    (scope?.values ?? []).filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value ?? null]),
  );

function run(options: NewmanOptions, onItem: (name: string) => void = () => undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const emitter = newman.run({ reporters: [], workingDir: filesFolder, ...options }, (error) =>
      error ? reject(error) : resolve(),
    );
    const on = <E extends keyof NewmanEvents>(
      name: E,
      listener: (error: Error | null, event: NewmanEvents[E]) => void,
    ) => emitter.on(name, listener);
    on('beforeItem', (_, { item, cursor }) => {
      onItem(item.name);
      recorder.item(item.name, cursor.iteration);
    });
    on('assertion', (error, { assertion, skipped }) =>
      recorder.test(
        assertion,
        skipped ? 'skipped' : error ? 'failed' : 'passed',
        skipped ? undefined : (error ?? undefined),
      ),
    );
    on('console', (_, { level, messages }) => {
      const texts = messages.map((message) => (typeof message === 'string' ? message : consoleText(inspect(message))));
      const text = texts.join(' ');
      if (!fromRuntime.test(text)) recorder.console(level, text);
    });
    const isTimeout = ({ message }: { message: string }) =>
      /script execution timeout|sandbox not responding/.test(message);
    on('exception', (_, { error }) => {
      if (!isTimeout(error)) recorder.error(error);
    });
    on('script', (error) => {
      if (error && isTimeout(error)) recorder.error(timeout);
    });
    on('request', (error, { cursor }) => {
      // Errors of pm.sendRequest have the id of their script.
      if (error && cursor.scriptId === undefined) recorder.error(noResponse);
    });
    const keepVariables = (_: unknown, { executions }: NewmanEvents['test']) => {
      const result = executions.at(-1)?.result;
      if (!result) return;
      const variables: Variables = {
        environment: valuesOf(result.environment),
        globals: valuesOf(result.globals),
        collection: valuesOf(result.collectionVariables),
      };
      recorder.variables(JSON.parse(JSON.stringify(variables)) as Variables);
    };
    on('prerequest', keepVariables);
    on('test', keepVariables);
  });
}

/** Newman converts a value in the file to the type that the file declares for it. */
const isSameText = (value: unknown, inFile: unknown) =>
  value === inFile || String(value) === inFile || JSON.stringify(value) === JSON.stringify(inFile);

async function runFlow(flow: FlowCase): Promise<Outcome> {
  server.answerWith(flow.answer && withPort(flow.answer, server.port));
  const { data, environment, globals, options } = withPort(flow, server.port);
  await run({
    collection: flowCollection(flow, server.port),
    ...options,
    ...(data ? { iterationData: dataFile(folder, data) } : {}),
    ...(environment ? { environment: { name: 'Environment', values: environment } } : {}),
    ...(globals ? { globals: { values: Object.entries(globals).map(([key, value]) => ({ key, value })) } } : {}),
  }).catch(() => recorder.error(refused));
  const outcome = recorder.take(server.port);
  // Outrigger lists the variables that scripts have set; newman also lists those that the collection defines.
  const { collection } = outcome.variables;
  const defined = flow.collection['variable'] ?? flow.collection['variables'] ?? [];
  for (const { key, id, value } of defined as { key?: string; id: string; value: unknown }[]) {
    if (isSameText(collection[key ?? id], value)) Reflect.deleteProperty(collection, key ?? id);
  }
  return outcome;
}

async function runAll({ requests, flows }: Cases): Promise<Record<string, Outcome>> {
  const answers = new Map(requests.map(({ id, answer }) => [id, answer && withPort(answer, server.port)]));
  if (requests.length > 0) {
    await run({ collection: batchCollection(requests, server.port) }, (id) => server.answerWith(answers.get(id)));
  }
  const outcomes = recorder.takeEach(server.port);
  for (const flow of flows) outcomes[flow.id] = await runFlow(flow);
  return outcomes;
}

process.on('message', (cases: Cases) => {
  void runAll(cases)
    .then(
      (outcomes) => ({ outcomes }),
      (error: unknown) => ({ failure: String(error) }),
    )
    .then((answer) => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
      process.send?.(answer, () => process.disconnect());
    });
});
