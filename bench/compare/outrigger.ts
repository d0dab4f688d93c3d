/** Runs cases as `outrigger run` does, in this process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunEvent } from '../../src/contract/runs/run-event.ts';
import type { ScopeStates } from '../../src/contract/scripts/script-context.ts';
import { readData, readTarget } from '../../src/cli/run/run-target.ts';
import { valuesOf } from '../../src/cli/run/variables/run-variables.ts';
import { createApplication } from '../../src/core/application.ts';
import { appFiles } from '../../src/core/platform/files/app-files.ts';
import { environmentSecrets } from '../../src/core/platform/secrets/environment-secrets.ts';
import { runCollection } from '../../src/core/runs/collection/run-collection.ts';
import { startSandbox } from '../../src/core/sandbox-process/sandbox.ts';
import { defaultConnection } from '../../src/contract/collection/connection.ts';
import { root } from '../bench-runner.ts';
import { runBrunoCases, type BrunoCase } from './bruno.ts';
import { filesFolder, type Cases, type FlowCase } from './cases.ts';
import { batchCollection, flowCollection, withPort } from './collections.ts';
import { dataFile } from './data-file.ts';
import { noResponse, refused, timeout, type Outcome } from './outcome.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { startRecordingServer } from './recording-server.ts';

/**
 * @param sandboxEntry the built file of the sandbox process
 * @returns the outcomes by the ids of the cases
 */
export async function runWithOutrigger(
  { requests, flows }: Cases,
  bruno: readonly BrunoCase[],
  sandboxEntry: string,
): Promise<Record<string, Outcome>> {
  const recorder = createRecorder();
  const server = await startRecordingServer(recorder.request);
  const folder = mkdtempSync(path.join(tmpdir(), 'compare-outrigger-'));
  const files = { ...appFiles(path.join(root, 'out/main')), sandboxEntry };
  const application = await createApplication({
    version: '0.0.0',
    files,
    sandbox: startSandbox(files, { size: 1, spares: 1 }),
    secrets: environmentSecrets({}),
    onNotice: () => undefined,
  });
  let count = 0;

  async function run(collection: object, flow?: FlowCase, onItem?: (name: string) => void): Promise<void> {
    const { data, environment, globals, options } = flow ?? {};
    const [file, environmentFile] = ['collection.json', 'environment.json'].map((name) => path.join(folder, name));
    writeFileSync(file ?? '', JSON.stringify(collection));
    writeFileSync(environmentFile ?? '', JSON.stringify({ name: 'Environment', values: environment ?? [] }));
    count += 1;
    const session = await application.openSession(filesFolder, {
      stateFolder: path.join(folder, `state-${count}`),
      questions: { consent: () => Promise.reject(new Error('not asked')), vault: () => Promise.resolve(true) },
      connection: defaultConnection,
    });
    try {
      const target = await readTarget(file ?? '', { folder: [options?.folder ?? []].flat() });
      if (target.kind !== 'collection') throw new Error('not a collection');
      const loaded = { ...target, root: filesFolder };
      const { scopes } = await valuesOf(session, loaded, environment ? { env: environmentFile ?? '' } : {});
      Object.assign(scopes.globals.values, globals);
      const rows = data && (await readData(dataFile(folder, data)));
      await session.run(`run-${count}`, new AbortController().signal, (part) =>
        runCollection(
          {
            runId: part.id,
            name: loaded.collection.name,
            requests: loaded.requests,
            scopes,
            bail: options?.bail ?? false,
            iterations: options?.iterationCount,
            data: rows,
            settings: { scriptTimeoutMs: options?.timeoutScript },
          },
          { ...part, onEvent: (event) => record(event, { recorder, scopes, onItem }) },
          part.signal,
        ),
      );
      recorder.variables(variablesOf(scopes));
    } finally {
      await session.close();
    }
  }

  async function runBrunoFolder(root: string, onEvent: (event: RunEvent) => void): Promise<void> {
    const session = await application.openSession(root, {
      stateFolder: path.join(folder, 'state-bruno'),
      questions: { consent: () => Promise.reject(new Error('not asked')), vault: () => Promise.resolve(true) },
      connection: defaultConnection,
    });
    try {
      const target = await readTarget(root, {});
      if (target.kind !== 'collection') throw new Error('not a collection');
      const { scopes } = await valuesOf(session, target, { env: 'Local' });
      await session.run('run-bruno', new AbortController().signal, (part) =>
        runCollection(
          { runId: part.id, name: target.collection.name, requests: target.requests, scopes },
          { ...part, onEvent },
          part.signal,
        ),
      );
    } finally {
      await session.close();
    }
  }

  try {
    const answers = new Map(requests.map(({ id, answer }) => [id, answer && withPort(answer, server.port)]));
    if (requests.length > 0) {
      await run(batchCollection(requests, server.port), undefined, (id) => server.answerWith(answers.get(id)));
    }
    const outcomes = {
      ...recorder.takeEach(server.port),
      ...(bruno.length > 0 ? await runBrunoCases(bruno, runBrunoFolder) : {}),
    };
    for (const flow of flows) {
      server.answerWith(flow.answer && withPort(flow.answer, server.port));
      await run(flowCollection(flow, server.port), withPort(flow, server.port)).catch(() => recorder.error(refused));
      outcomes[flow.id] = recorder.take(server.port);
    }
    return outcomes;
  } finally {
    await application.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const variablesOf = ({ environment, globals, collection }: ScopeStates) => ({
  environment: { ...environment.values },
  globals: { ...globals.values },
  collection: { ...collection.values },
});

interface Recording {
  recorder: Recorder;
  scopes: ScopeStates;
  onItem?: ((name: string) => void) | undefined;
}

function record(event: RunEvent, { recorder, scopes, onItem }: Recording): void {
  switch (event.type) {
    case 'request.started':
      recorder.variables(variablesOf(scopes));
      onItem?.(event.name);
      return recorder.item(event.name, event.iteration);
    case 'test':
      return recorder.test(event.name, event.state, event.error);
    case 'script.error':
      return recorder.error(event.error);
    case 'console':
      if (event.from === 'script') recorder.console(event.level, event.text);
      else if (/^The script was ended .*\(timeout\)/.test(event.text)) recorder.error(timeout);
      return;
    case 'request.answered':
      if (event.failure) recorder.error(noResponse);
      return;
  }
}
