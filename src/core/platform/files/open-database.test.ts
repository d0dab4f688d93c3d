import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from './open-database.ts';

const schema = 'CREATE TABLE IF NOT EXISTS runs (id INTEGER) STRICT;';

function openFilesBelow(folder: string): string[] {
  const files = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
  return files.filter((file) => file.startsWith(folder)).map((file) => path.basename(file));
}

// On Windows, a file that is open cannot be renamed.
test.runIf(process.platform === 'linux')('a damaged file is renamed and closed', () => {
  const folder = temporaryFolder('open-database');
  const file = path.join(folder, 'a.sqlite');
  writeFileSync(file, 'no database '.repeat(500));
  const notices: string[] = [];
  const database = openDatabase({ file, schema, content: 'The history', onNotice: (text) => notices.push(text) });
  expect(notices.join()).toMatch(/damaged.*kept as a\.sqlite\.damaged-/);
  expect(openFilesBelow(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  database.close();
  expect(openFilesBelow(folder)).toEqual([]);
});
