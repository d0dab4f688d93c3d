import { afterAll, expect, test } from 'vitest';
import { createRunner } from '../../testing/run.ts';
import type { LoadedRequest } from '../../collection/format/open-collection.ts';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { runCollection } from '../collection/run-collection.ts';
import { legacyWarnings } from './legacy-names.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

async function warnings(source: string): Promise<string[]> {
  const { of, error } = await runner.run(source);
  expect(error).toBeUndefined();
  return of('console')
    .filter(({ from, level }) => from === 'outrigger' && level === 'warn')
    .map(({ text }) => text);
}

test('a script is informed once about each name from before pm that it uses', async () => {
  expect(await warnings("tests['a'] = true; tests['b'] = true; _.map([]); postman.setNextRequest('x');")).toEqual([
    'Using "tests" is deprecated. Use "pm.test()" instead.',
    `Using "_" is deprecated. Use "require('lodash')" instead.`,
    'Using "postman.setNextRequest" is deprecated. Use "pm.execution.setNextRequest()" instead.',
  ]);
});

test('a script that does not use them, or declares them itself, is not informed', async () => {
  expect(await warnings("pm.environment.set('a', 1); const data = 1; let request = data;")).toEqual([]);
  expect(
    await warnings("'use sandbox2'; pm.test('typeof', () => pm.expect(typeof tests).to.equal('undefined'));"),
  ).toEqual([]);
});

test.each([1, 2])('a run of %i concurrent iterations is informed about a name once', async (concurrency) => {
  const scripts = [{ type: 'before-request' as const, code: "tests['a'] = true; pm.execution.skipRequest();" }];
  const http = { method: 'GET', url: 'http://localhost/' };
  const requests = ['one', 'two'].map((name): LoadedRequest => ({
    id: `${name}.yml`,
    name,
    path: [name],
    defaults: [],
    request: { info: { name, type: 'http' }, http, runtime: { scripts } },
  }));
  const warnedNames: string[] = [];
  await runCollection(
    { runId: 'run', name: 'old', requests, scopes: emptyScopes(), iterations: 4, concurrency },
    { ...runner.dependencies({}), onEvent: (event) => void (event.type === 'console' && warnedNames.push(event.text)) },
    new AbortController().signal,
  );
  expect(warnedNames).toEqual(['Using "tests" is deprecated. Use "pm.test()" instead.']);
});

test('names for which there is no message are not reported', () => {
  const warnedNames = new Set<string>();
  expect(legacyWarnings(['data', 'iteration', 'constructor', '__proto__', 'postman.noSuch'], warnedNames)).toEqual([
    'Using "data" is deprecated. Use "pm.iterationData" instead.',
  ]);
  expect(legacyWarnings(['data', 'tests'], warnedNames)).toHaveLength(1);
});
