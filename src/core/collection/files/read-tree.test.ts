import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openCollectionReader } from './collection-reader.ts';
import { collectionLimits } from './limits.ts';
import { createParsedFiles } from './parsed-files.ts';
import { readTree } from './read-tree.ts';

test('a file that disappears while its folder is read, as those of a save in progress do, is no problem', async () => {
  const root = realpathSync(temporaryFolder('tree'));
  writeFileSync(path.join(root, 'a.yml'), 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://a\n');
  const problems: string[] = [];
  const files = createParsedFiles().beginLoad();
  const reader = openCollectionReader(root, { limits: collectionLimits, files, problems });
  const namesIn = async (folder: string, most: number) => [
    ...(await reader.folder.namesIn(folder, most)),
    'a.yml.27070248',
  ];
  const entries = await readTree(
    { ...reader, folder: { ...reader.folder, namesIn } },
    { path: ['Shop'], defaults: [], docs: [], levelIds: [], bruno: undefined, realPaths: [root] },
  );
  expect(problems).toEqual([]);
  expect(entries.map(({ item }) => item?.name)).toEqual(['a']);
});
