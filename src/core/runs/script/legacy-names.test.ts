import { afterAll, expect, test } from 'vitest';
import { createRunner } from '../../testing/run.ts';
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

test('a script hears once of each name from before pm that it uses', async () => {
  expect(await warnings("tests['a'] = true; tests['b'] = true; _.map([]); postman.setNextRequest('x');")).toEqual([
    'Using "tests" is deprecated. Use "pm.test()" instead.',
    `Using "_" is deprecated. Use "require('lodash')" instead.`,
    'Using "postman.setNextRequest" is deprecated. Use "pm.execution.setNextRequest()" instead.',
  ]);
});

test('one that does not use them, or declares them itself, hears nothing', async () => {
  expect(await warnings("pm.environment.set('a', 1); const data = 1; let request = data;")).toEqual([]);
  expect(
    await warnings("'use sandbox2'; pm.test('typeof', () => pm.expect(typeof tests).to.equal('undefined'));"),
  ).toEqual([]);
});

test('a run hears of a name once, and of other names nothing', () => {
  const said = new Set<string>();
  expect(legacyWarnings(['data', 'iteration', 'constructor', '__proto__', 'postman.noSuch'], said)).toEqual([
    'Using "data" is deprecated. Use "pm.iterationData" instead.',
  ]);
  expect(legacyWarnings(['data', 'tests'], said)).toHaveLength(1);
});
