/** Searching a collection of 5,000 requests: after the first search, which reads the files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '../src/core/create-core.ts';
import { appFiles } from '../src/core/platform/app-files.ts';
import { median, timed, type Figure } from './figure.ts';

const REQUESTS = 5_000;
const IN_FOLDER = 100;
const TURNS = 5;

function fill(workspace: string): void {
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (let number = 0; number < REQUESTS; number++) {
    const folder = path.join(workspace, `folder-${Math.floor(number / IN_FOLDER)}`);
    mkdirSync(folder, { recursive: true });
    const body = JSON.stringify({ id: number, note: 'The order of a customer, with what was said about it.' });
    const script = "pm.test('is answered', () => pm.response.to.have.status(200));";
    writeFileSync(
      path.join(folder, `request-${number}.yml`),
      `info:\n  name: Request ${number}\nhttp:\n  method: POST\n  url: "{{base}}/orders/${number}"\n  headers:\n    - name: X-Number\n      value: "${number}"\n  body:\n    type: json\n    data: '${body}'\nruntime:\n  scripts:\n    - type: after-response\n      code: "${script}"\n`,
    );
  }
}

export async function benchSearch(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-search-'));
  const workspace = path.join(folder, 'shop');
  mkdirSync(workspace);
  fill(workspace);
  process.env['OUTRIGGER_CONFIG_DIR'] = path.join(folder, 'config');
  const core = await createCore({
    version: '0.0.0',
    workspace,
    files: appFiles(path.join(import.meta.dirname, '../out/main')),
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
