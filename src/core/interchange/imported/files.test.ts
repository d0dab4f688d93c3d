/** Copying the files of an import: it can be stopped, also within a large file. */
import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { copyImportedFiles } from './files.ts';
import type { ImportedCollection } from './imported.ts';
import { writeImported } from './write-imported.ts';

const LARGE_BYTES = 90 * 1024 * 1024;

test('a cancelled import stops within a file, removes what it has of it and says what there is', async () => {
  const [source, root] = [temporaryFolder('import'), temporaryFolder('import')];
  for (const name of ['a.bin', 'b.bin']) {
    writeFileSync(path.join(source, name), '');
    truncateSync(path.join(source, name), LARGE_BYTES);
  }
  const imported: ImportedCollection = {
    kind: 'Test',
    name: 'Shop',
    items: [{ name: 'Ping', request: {} }],
    environments: [{ name: 'Local' }],
    secrets: [],
    warnings: [],
    files: { folder: source, paths: ['a.bin', 'b.bin'] },
  };
  const stop = new AbortController();
  const writing = writeImported(root, imported, { signal: stop.signal });
  writing.catch(() => undefined);
  while (!existsSync(path.join(root, 'a.bin'))) await nextTurn();
  stop.abort();
  await expect(writing).rejects.toMatchObject({
    code: 'Cancelled',
    message: 'The import was stopped after 1 request, which is in the collection.',
  });
  expect(readdirSync(root).sort()).toEqual(['Ping.yml', 'opencollection.yml']);
});

test('copied files keep their permissions, and an existing file stays as it is', async () => {
  const [source, root] = [temporaryFolder('import'), temporaryFolder('import')];
  mkdirSync(path.join(source, 'bin'));
  writeFileSync(path.join(source, 'bin', 'run.sh'), 'content', { mode: 0o755 });
  writeFileSync(path.join(source, 'empty.txt'), '');
  writeFileSync(path.join(source, 'taken.txt'), 'new');
  writeFileSync(path.join(root, 'taken.txt'), 'former');
  const problems = await copyImportedFiles(root, { folder: source, paths: ['bin/run.sh', 'empty.txt', 'taken.txt'] });
  expect(problems).toEqual([{ where: 'taken.txt', what: 'the file: one of this name exists already' }]);
  const modeIn = (parent: string) => statSync(path.join(parent, 'bin', 'run.sh')).mode;
  expect(modeIn(root)).toBe(modeIn(source));
  expect([statSync(path.join(root, 'empty.txt')).size, statSync(path.join(root, 'taken.txt')).size]).toEqual([0, 6]);
});
