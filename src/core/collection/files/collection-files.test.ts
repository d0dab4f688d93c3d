import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from './collection-files.ts';

test('environments are in the order of their names, with numbers by their value', async () => {
  const root = temporaryFolder('collection');
  mkdirSync(path.join(root, 'environments'));
  const inside = 'config: { environments: [{ name: Z }, { name: Inside }] }';
  writeFileSync(path.join(root, 'opencollection.yml'), `opencollection: 1.0.0\n${inside}\n`);
  for (const [file, name] of Object.entries({ 1: '1', 10: '10', 100: '100', 2: '2', first: 'Zone 3', zone: 'Zone 12' }))
    writeFileSync(path.join(root, `environments/${file}.yml`), `name: ${name}\n`);
  writeFileSync(path.join(root, 'environments/20.yml'), 'variables: []\n');
  const { environments } = await loadCollection(root);
  const ofFiles = ['1', '2', '10', '20', '100', 'Zone 3', 'Zone 12'];
  expect(environments.map(({ name }) => name)).toEqual(['Z', 'Inside', ...ofFiles]);
});

test('an environment that extends one that does not exist is named', async () => {
  const root = temporaryFolder('collection');
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo: { name: Shop }\n');
  writeFileSync(path.join(root, 'environments/Test.yml'), 'name: Test\nextends: Base\nvariables: []\n');
  const { environments, problems } = await loadCollection(root);
  expect(environments.map(({ name }) => name)).toEqual(['Test']);
  expect(problems).toEqual(['Environment "Test": it extends "Base", which does not exist.']);
});
