/** Runs a collection of a folder like the application, and returns the passed tests of each request. */
import { readFile } from 'node:fs/promises';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { emptyScopes, type ScopeStates } from '../../contract/scripts/script-context.ts';
import type { LoadedCollection } from '../collection/files/collection-files.ts';
import { valueOf } from '../collection/variables/variable-value.ts';
import { createBodyFilePolicy } from '../http/body/body-files.ts';
import { runCollection } from '../runs/collection/run-collection.ts';
import type { Runner } from './run.ts';

export interface RequestResults {
  /** The path of its file without the extension, from the folder of the collection. */
  id: string;
  tests: Record<string, string>;
  /** Messages of errors in scripts, and why there is no response. */
  errors: string[];
}

export async function runFolder(
  runner: Runner,
  collection: LoadedCollection,
  environment: string,
  /** Values of its secret variables. */
  secrets: Readonly<Record<string, string>> = {},
): Promise<{ requests: RequestResults[]; events: RunEvent[]; scopes: ScopeStates }> {
  const { root, requests, environments } = collection;
  const variables = environments.find(({ name }) => name === environment)?.variables ?? [];
  const values = Object.fromEntries(
    variables.map(
      (variable) =>
        [variable.name ?? '', 'secret' in variable ? (secrets[variable.name ?? ''] ?? '') : valueOf(variable)] as const,
    ),
  );
  const scopes = { ...emptyScopes(), environment: { name: environment, values } };
  const events: RunEvent[] = [];
  const resources = {
    folder: root,
    bodyFiles: createBodyFilePolicy({ root }),
    readFile: (file: string) => readFile(file, 'utf8'),
  };
  await runCollection(
    { runId: 'run', name: collection.name, requests, scopes },
    { ...runner.dependencies({ resources }), onEvent: (event) => void events.push(event) },
    new AbortController().signal,
  );
  const results = new Map<number, RequestResults>();
  for (const event of events) {
    if (event.type === 'request.started') {
      results.set(event.request ?? -1, { id: event.id.replace(/\.ya?ml$/, ''), tests: {}, errors: [] });
    }
    const requestResults = results.get(event.request ?? -1);
    if (event.type === 'test' && requestResults) requestResults.tests[event.name] = event.state;
    if (event.type === 'script.error') requestResults?.errors.push(event.error.message);
    if (event.type === 'request.answered' && event.failure) requestResults?.errors.push(event.failure.message);
  }
  return { requests: [...results.values()], events, scopes };
}
