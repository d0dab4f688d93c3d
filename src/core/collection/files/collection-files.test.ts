import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from './collection-files.ts';

test('an environment that extends another one is named, because the variables of that one are not read', async () => {
  const root = temporaryFolder('collection');
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo: { name: Shop }\n');
  writeFileSync(path.join(root, 'environments/Test.yml'), 'name: Test\nextends: Base\nvariables: []\n');
  const { environments, problems } = await loadCollection(root);
  expect(environments.map(({ name }) => name)).toEqual(['Test']);
  expect(problems).toEqual([expect.stringContaining('environments/Test.yml extends "Base"')]);
});
