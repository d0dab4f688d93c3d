import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from './collection-files.ts';

test('an environment that extends one that does not exist is named', async () => {
  const root = temporaryFolder('collection');
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo: { name: Shop }\n');
  writeFileSync(path.join(root, 'environments/Test.yml'), 'name: Test\nextends: Base\nvariables: []\n');
  const { environments, problems } = await loadCollection(root);
  expect(environments.map(({ name }) => name)).toEqual(['Test']);
  expect(problems).toEqual(['Environment "Test": it extends "Base", which does not exist.']);
});
