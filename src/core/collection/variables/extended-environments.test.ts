import type { Environment } from '@opencollection/types/config/environments';
import { expect, test } from 'vitest';
import { environmentNamed, inheritedVariables, problemsOfExtends } from './extended-environments.ts';

const environment = (name: string, parent: string | undefined, values: Record<string, string>): Environment => ({
  name,
  ...(parent === undefined ? {} : { extends: parent }),
  variables: Object.entries(values).map(([key, value]) => ({ name: key, value })),
});
const base = environment('Base', undefined, { scheme: 'https', retries: '3', host: 'base' });
const staging = environment('Staging', 'Base', { retries: '5', host: 'staging' });
const gateway = environment('Gateway', 'Staging', { host: 'gateway' });
const all = [gateway, base, staging];

test('the nearest value is used, and each is named with the environment that it comes from', () => {
  expect(inheritedVariables(gateway, all).map(({ variable, from }) => [variable.name, from])).toEqual([
    ['retries', 'Staging'],
    ['scheme', 'Base'],
  ]);
  expect(environmentNamed('Gateway', all)?.variables?.map(({ name }) => name)).toEqual(['retries', 'scheme', 'host']);
  expect(problemsOfExtends(all)).toEqual([]);
});

test('a disabled variable is not inherited, and hides none', () => {
  const parent: Environment = { name: 'Parent', variables: [{ name: 'off', value: '1', disabled: true }] };
  const child: Environment = {
    name: 'Child',
    extends: 'Base',
    variables: [{ name: 'host', value: 'none', disabled: true }],
  };
  expect(inheritedVariables({ ...child, extends: 'Parent' }, [parent])).toEqual([]);
  expect(inheritedVariables(child, all).map(({ variable }) => variable.name)).toContain('host');
});

test('a circle is named and ends where it closes', () => {
  const [a, b] = [environment('A', 'B', { a: '1' }), environment('B', 'A', { b: '2' })];
  expect(inheritedVariables(a, [a, b]).map(({ variable }) => variable.name)).toEqual(['b']);
  expect(problemsOfExtends([a, b])[0]).toContain('A → B → A');
  const itself = environment('Self', 'Self', {});
  expect(problemsOfExtends([itself])[0]).toContain('Self → Self');
});

test('a parent that does not exist, and a chain that is too long, are named', () => {
  expect(problemsOfExtends([staging])).toEqual(['Environment "Staging": it extends "Base", which does not exist.']);
  const chain = Array.from({ length: 30 }, (_, index) =>
    environment(`${index}`, `${index + 1}`, { [`v${index}`]: '' }),
  );
  expect(problemsOfExtends(chain)[0]).toContain('more than 20');
  expect(inheritedVariables(chain[0] ?? base, chain)).toHaveLength(20);
});
