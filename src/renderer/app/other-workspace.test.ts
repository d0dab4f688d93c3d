/** Two folders one after the other in a window: no store keeps anything of the first. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Core } from '../../core/create-core.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../core/testing/test-core.ts';
import { createStores, type Stores } from './create-stores.ts';

const MARK = 'only-in-first';
const environment = { kind: 'environment' as const, name: 'Local' };
let core: Core;
let client: HostClient;
let stores: Stores;
let second: string;

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const first = temporaryFolder('first');
  second = temporaryFolder('second');
  for (const [root, name] of [
    [first, MARK],
    [second, 'second'],
  ] as const) {
    mkdirSync(path.join(root, 'environments'));
    mkdirSync(path.join(root, 'scripts'));
    writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
    writeFileSync(
      path.join(root, 'environments/Local.yml'),
      `name: Local\nvariables:\n  - name: ${name}\n    value: a\n`,
    );
    writeFileSync(path.join(root, `${name}.yml`), `info:\n  name: ${name}\nhttp:\n  method: GET\n  url: http://x\n`);
    writeFileSync(path.join(root, `scripts/${name}.js`), `// ${name}`);
  }
  core = await openTestCore(first);
  client = clientOf(core);
  ({ stores } = await createStores(client, new EventTarget()));
  await stores.requests.getState().restore();
  await stores.requests.getState().load();
});
afterEach(() => core.close());

const openSecond = async () => {
  await stores.scripts.getState().openWorkspace(second);
  await vi.waitFor(() => expect(stores.requests.getState().collection?.items[0]?.name).toBe('second'));
};

/** Their questions and results are closed, each with its own event; the languages of code are those of the host. */
const emptiedByEvents: ReadonlySet<string> = new Set(['consent', 'signIn', 'imports', 'debugStart', 'code']);

/** Leaves something of the first folder in every store. */
async function fillStores(): Promise<void> {
  const { requests, variables, response, runner, load, queue, breakpoints, palette, search } = stores;
  const id = `${MARK}.yml`;
  const { select, edit, reveal, startRenaming, showPart, showExample, openUntitled, save, send } = requests.getState();
  await client.call('cookies.set', {
    cookie: { name: MARK, value: '', domain: 'x', path: '/', expires: null, secure: false, httpOnly: false },
  });
  await stores.cookies.getState().load();
  await stores.scripts.getState().openScript(`scripts/${MARK}.js`);
  await variables.getState().show(environment);
  variables.getState().edit([{ name: `${MARK}-typed`, value: '', secret: false }]);
  openUntitled(undefined, MARK);
  await save();
  await select(id);
  edit({ url: `http://{{${MARK}-unknown}}` });
  await send();
  reveal(id);
  startRenaming(id);
  showPart(id, { tab: 'params', requestedPlace: '' });
  await showExample(id, 0);
  requests.setState({ deleted: [{ token: MARK, kind: 'file', id, at: 0, size: 0 } as never] });
  response.getState().showTab(id, 'headers');
  response.getState().setFiltered(MARK);
  await response.getState().showScript({ id, kind: 'before-request' as never, line: 1, column: 1 });
  runner.getState().setPlan({ tags: [MARK] });
  runner.getState().check(id, true);
  load.getState().setPlan({ expectations: MARK });
  queue.getState().setDataPath(MARK);
  breakpoints.getState().toggle(`scripts/${MARK}.js`, 1);
  breakpoints.setState({ sentId: id });
  await search.getState().ask({ text: MARK });
  await palette.getState().search('');
  await stores.bodyFiles.getState().check(`${MARK}.bin`);
  await stores.settings.getState().load();
  stores.debugStart.setState({ question: MARK });
  for (const [name, store] of Object.entries(stores))
    if (!emptiedByEvents.has(name)) (store as StoreApi<object>).setState({ whatever: MARK });
}

const asText = (_name: string, value: unknown): unknown =>
  value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value;

test('the stores of a window have nothing of a folder after another one was opened', async () => {
  await fillStores();
  await openSecond();
  // The console keeps the output of earlier runs, and the app the messages and recent folders of all.
  const { runs: _runs, app: _app, ...ofWorkspace } = stores;
  const left = Object.entries(ofWorkspace).filter(([, { getState }]) =>
    JSON.stringify(getState(), asText).includes(MARK),
  );
  expect(left.map(([name]) => name)).toEqual([]);
});

test('variables that were just typed are stored in their folder, and cannot be undone in another', async () => {
  const { variables } = stores;
  await variables.getState().show(environment);
  variables.getState().edit([{ name: 'typed', value: '', secret: false }]);
  variables.getState().setCurrent({ typed: MARK });
  const { root } = stores.app.getState().workspace;
  await openSecond();
  expect(readFileSync(path.join(root, 'environments/Local.yml'), 'utf8')).toContain('typed');
  await variables.getState().show(environment);
  expect(variables.getState()).toMatchObject({ rows: [{ name: 'second' }], current: {}, canUndo: false });
});

test('variables that cannot be stored keep their folder open', async () => {
  const { variables, scripts, app } = stores;
  const { root } = app.getState().workspace;
  await variables.getState().show(environment);
  variables.getState().edit([{ name: 'typed', value: '1', secret: false }]);
  writeFileSync(path.join(root, 'environments/Local.yml'), 'name: Local\nvariables: []\n');
  await expect(scripts.getState().openWorkspace(second)).rejects.toMatchObject({ code: 'FileChangedOnDisk' });
  expect(app.getState().workspace.root).toBe(root);
  expect(variables.getState().rows).toMatchObject([{ name: 'typed' }]);
});
