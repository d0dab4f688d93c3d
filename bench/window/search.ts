/** Measures searching a collection of 5,000 requests, after a first search has read the files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '../../src/core/create-core.ts';
import { appFiles } from '../../src/core/platform/files/app-files.ts';
import { root } from '../bench-runner.ts';
import { median, timed, type Figure } from '../figure.ts';
import { writeLargeCollection } from './write-collection.ts';

const TURNS = 5;

export async function benchSearch(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-search-'));
  const workspace = path.join(folder, 'shop');
  writeLargeCollection(workspace);
  process.env['OUTRIGGER_CONFIG_DIR'] = path.join(folder, 'config');
  const core = await createCore({
    version: '0.0.0',
    workspace,
    files: appFiles(path.join(root, 'out/main')),
    capabilities: { folderDialog: false, openFolder: false, menus: false },
  });
  const { signal } = new AbortController();
  const search = (text: string) =>
    core.api['collection.search']({ query: { text, matchCase: false, wholeWord: false }, unsaved: [] }, signal);
  const first = await timed(async () => void (await search('request 4711')));
  const turns: number[] = [];
  for (let turn = 0; turn < TURNS; turn++)
    turns.push(await timed(async () => void (await search(`request ${turn}711`))));
  await core.close();
  rmSync(folder, { recursive: true, force: true });
  return [
    { what: '5,000 requests: a text is searched within', value: median(turns), unit: 'ms', target: 200 },
    { what: '… the first time, when the files are read', value: first, unit: 'ms', target: 10_000 },
  ];
}
