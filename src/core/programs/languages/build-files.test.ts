/** The files of a build tool that a stranger has written are read up to a limit. */
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { findGoSources } from './go-sources.ts';
import { findRustSources } from './rust-sources.ts';

test.each([
  ['go.mod', findGoSources],
  ['Cargo.toml', findRustSources],
])('a %s that is too large is refused without being read', async (name, findSources) => {
  const cwd = temporaryFolder('build-files');
  const file = path.join(cwd, name);
  writeFileSync(file, '');
  truncateSync(file, 50_000_000_000);
  const { problem } = await findSources({ file: path.join(cwd, 'x'), cwd, args: [] });
  expect(problem).toBe(`${file} has 47683.7 MB; 1.0 MB are allowed.`);
});
