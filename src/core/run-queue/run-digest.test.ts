/** Which files two machines compare before they execute parts of the same run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { hashRunFiles } from './run-digest.ts';

const filesOf = async (programs: string): Promise<string[]> => {
  const root = temporaryFolder('digest');
  const [collection, directory] = [path.join(root, 'shop'), path.join(root, programs)];
  for (const folder of [collection, directory]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(collection, 'a.yml'), 'a');
  writeFileSync(path.join(directory, 'sign.sh'), 's');
  return Object.keys(await hashRunFiles(collection, directory)).sort();
};

test.each([
  ['beside the collection', 'programs', ['collection/a.yml', 'programs/sign.sh']],
  ['inside of it', 'shop/programs', ['collection/a.yml', 'collection/programs/sign.sh']],
  ['in its own folder', 'shop', ['collection/a.yml', 'collection/sign.sh']],
  [
    'inside of it, with a name that begins with two dots',
    'shop/..bin',
    ['collection/..bin/sign.sh', 'collection/a.yml'],
  ],
])('programs %s are compared once', async (_where, programs, files) => {
  expect(await filesOf(programs)).toEqual(files);
});
