/** The `.env` file of a folder that Bruno wrote: its values are secrets and are never written to a file. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from './collection-files.ts';

const bruno = 'opencollection: 1.0.0\nextensions:\n  bruno:\n    ignore: []\n';
const request = 'info:\n  name: a\nhttp:\n  url: http://x\n';

function folderWith(files: Record<string, string>): string {
  const root = path.join(temporaryFolder('collection'), 'shop');
  mkdirSync(root);
  for (const [name, content] of Object.entries({ 'opencollection.yml': bruno, 'a.yml': request, ...files })) {
    writeFileSync(path.join(root, name), content);
  }
  return root;
}
const valuesIn = async (root: string) => {
  const { requests, secretValues, problems } = await loadCollection(root);
  return { values: requests[0]?.bruno?.processEnvironment, secretValues, problems };
};

test('the values of the file .env are available under the names that requests use', async () => {
  expect(await valuesIn(folderWith({ '.env': 'KEY=k1\nQUOTED="a b"\n' }))).toEqual({
    values: { 'process.env.KEY': 'k1', 'process.env.QUOTED': 'a b' },
    secretValues: ['k1', 'a b'],
    problems: [],
  });
  expect(await valuesIn(folderWith({}))).toEqual({ values: {}, secretValues: [], problems: [] });
});

test('the file .env is ignored in a collection that Bruno has not written', async () => {
  const root = folderWith({ 'opencollection.yml': 'opencollection: 1.0.0\n', '.env': 'KEY=k1\n' });
  expect(await valuesIn(root)).toEqual({ values: undefined, secretValues: undefined, problems: [] });
});

test('a file .env that links outside, is not text, or is too long is reported, and the collection opens', async () => {
  const linked = folderWith({});
  writeFileSync(path.join(linked, '../outside'), 'KEY=k1\n');
  symlinkSync('../outside', path.join(linked, '.env'));
  const { values, problems } = await valuesIn(linked);
  expect({ values, problems }).toEqual({ values: {}, problems: [expect.stringMatching(/^\.env/)] });

  const folder = folderWith({});
  mkdirSync(path.join(folder, '.env'));
  expect((await valuesIn(folder)).problems).toEqual([expect.stringMatching(/^\.env/)]);

  const many = Array.from({ length: 1200 }, (_, index) => `K${index}=v${index}`).join('\n');
  const long = await valuesIn(folderWith({ '.env': many }));
  expect(Object.keys(long.values ?? {})).toHaveLength(1000);
  expect(long.problems).toEqual(['.env has 200 values too many: the first 1000 are used.']);
});
