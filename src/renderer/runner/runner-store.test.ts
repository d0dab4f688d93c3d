/** The store of the runner with the real host. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Core } from '../../core/create-core.ts';
import { startEchoServer, type EchoServer } from '../../core/testing/echo-server.ts';
import { createRequestStore } from '../collection/request-store.ts';
import { createRunStore } from '../console/run-store.ts';
import { openDrafts } from '../host/testing/open-drafts.ts';
import { isStored } from './choice/stored-plan.ts';
import { createRunnerStore } from './runner-store.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../core/testing/test-core.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

let core: Core;
let root: string;
let echo: EchoServer;

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('runner-store');
  echo = await startEchoServer();
  mkdirSync(path.join(root, 'f'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (const name of ['a', 'b', 'f/c'])
    writeFileSync(
      path.join(root, `${name}.yml`),
      `info:\n  name: ${name}\nhttp:\n  method: GET\n  url: ${echo.url}/get?from=${name}\n`,
    );
  core = await openTestCore(root);
});
afterEach(async () => {
  await core.close();
  echo.close();
});

async function openWindow() {
  const client = clientOf(core);
  const drafts = await openDrafts(client);
  const { root } = await client.call('workspace.get', {});
  const runs = createRunStore(client);
  const workspace = testWorkspace(client, root, drafts);
  const requests = createRequestStore(client, runs, workspace, drafts);
  await requests.getState().load();
  const runner = createRunnerStore({ client, runs, requests, drafts, workspace });
  return { requests: requests.getState, runner: runner.getState, drafts };
}

test('everything is chosen at first, with what is added later; a choice and its order are stored for the workspace', async () => {
  const first = await openWindow();
  expect(first.runner().toRun()).toEqual(['a.yml', 'b.yml', 'f/c.yml']);
  writeFileSync(path.join(root, 'later.yml'), `info:\n  name: later\nhttp:\n  method: GET\n  url: ${echo.url}/get\n`);
  await first.requests().load();
  expect(first.runner().toRun()).toContain('later.yml');
  first.runner().check('', false);
  expect(first.runner().toRun()).toEqual([]);
  first.runner().check('', true);
  first.runner().check('later.yml', false);
  first.runner().check('b.yml', false);
  first.runner().moveBy('a.yml', 1);
  first.runner().moveBy('a.yml', 1);
  expect(first.runner().toRun()).toEqual(['f/c.yml', 'a.yml']);
  await first.drafts.flush();
  const second = await openWindow();
  expect(second.runner().toRun()).toEqual(['f/c.yml', 'a.yml']);
  second.runner().choose('f');
  expect(second.runner().toRun()).toEqual(['f/c.yml']);
});

test('requests and folders that are renamed or moved stay chosen, in their place', async () => {
  const { runner, requests } = await openWindow();
  runner().check('b.yml', false);
  runner().moveBy('a.yml', 1);
  runner().moveBy('a.yml', 1);
  await requests().rename('a.yml', 'z');
  await requests().rename('f', 'g');
  expect(runner().toRun()).toEqual(['g/c.yml', 'z.yml']);
  await requests().move('g/c.yml', '', 'b.yml');
  expect(runner().toRun()).toEqual(['z.yml', 'c.yml']);
});

test('a run uses the unsaved changes of open and closed tabs, or the files if these are chosen', async () => {
  const { runner, requests } = await openWindow();
  for (const id of ['a.yml', 'b.yml']) {
    await requests().select(id);
    requests().edit({ url: `${echo.url}/get?typed=${id}` });
  }
  requests().close('a.yml');
  runner().check('', true);
  await runner().start();
  expect(
    runner()
      .shown?.requests.map(({ url }) => url.split('?')[1])
      .sort(),
  ).toEqual(['from=f/c', 'typed=a.yml', 'typed=b.yml']);
  const index = runner().shown?.requests.find(({ id }) => id === 'a.yml')?.index ?? -1;
  expect((await runner().exchange(index))?.response?.body).toContain('"typed"');
  runner().setPlan({ savedFiles: true });
  await runner().start();
  expect(
    runner()
      .shown?.requests.map(({ url }) => url.split('?')[1])
      .sort(),
  ).toEqual(['from=a', 'from=b', 'from=f/c']);
  expect(runner().before?.requests).toHaveLength(3);
});

test('a data file is read by the host before the run: a preview, or its errors', async () => {
  const { runner } = await openWindow();
  await runner().setData({ name: 'rows.csv', text: 'n,m\n1,2\n3,4\n' });
  expect(runner().plan.data?.preview).toEqual({
    total: 2,
    columns: ['n', 'm'],
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
  });
  await expect(runner().setData({ name: 'bad.csv', text: 'n,m\n1,2,3\n' })).rejects.toMatchObject({
    code: 'InvalidData',
  });
  expect(runner().plan.data?.name).toBe('rows.csv');
});

test('the settings of a run and its data file are stored for the workspace', async () => {
  const first = await openWindow();
  first.runner().setPlan({ iterations: 3, delayMs: 20, bail: true });
  await first.runner().setData({ name: 'rows.csv', text: 'n\n1\n2\n' });
  await first.drafts.flush();
  const second = await openWindow();
  expect(second.runner().plan).toEqual(first.runner().plan);
  expect(second.runner().plan).toMatchObject({ iterations: 3, data: { text: 'n\n1\n2\n', preview: { total: 2 } } });
  await second.runner().setData(null);
  second.runner().setPlan({ iterations: null });
  await second.drafts.flush();
  expect((await openWindow()).runner().plan).toMatchObject({ iterations: null, delayMs: 20, data: null });
  const large = `n\n${'1\n'.repeat(2.5 * 1024 * 1024)}`;
  await second.runner().setData({ name: 'large.csv', text: large });
  const { data } = second.runner().plan;
  expect(data && isStored(data)).toBe(false);
  await second.drafts.flush();
  expect((await openWindow()).runner().plan.data).toBeNull();
});

test('a run leads to the lines that failed, and a run of what failed is named after these requests', async () => {
  const script = (...lines: string[]) =>
    [
      'runtime:',
      '  scripts:',
      '    - type: tests',
      '      code: |-',
      ...lines.map((line) => `        ${line}`),
      '',
    ].join('\n');
  for (const [name, lines] of Object.entries({
    a: ["pm.test('is there', () => {", '  pm.expect(pm.response.code).to.equal(404);', '});'],
    'f/c': ['let id;', "throw new Error('broken');"],
  })) {
    const file = path.join(root, `${name}.yml`);
    writeFileSync(file, readFileSync(file, 'utf8') + script(...lines));
  }
  const { runner } = await openWindow();
  runner().check('', true);
  await runner().start();
  const failed = runner().shown?.requests.filter(({ name }) => name !== 'b');
  expect(failed).toMatchObject([
    { name: 'a', tests: [{ state: 'failed', place: { id: 'a.yml', kind: 'post-response', line: 2 } }] },
    { name: 'f/c', errorPlace: { id: 'f/c.yml', kind: 'post-response', line: 2 } },
  ]);
  await runner().start({ failedOf: runner().shownId });
  expect(runner().shown).toMatchObject({ name: 'Shop, 2 of 3 requests', requests: [{ name: 'a' }, { name: 'f/c' }] });
  expect(runner().before?.requests).toHaveLength(3);
});

test('tags leave requests out, are stored for the workspace, and are named in the report', async () => {
  const tagged = (name: string, tags: string) =>
    `info:\n  name: ${name}\n  tags: ${tags}\nhttp:\n  method: GET\n  url: ${echo.url}/get\n`;
  writeFileSync(path.join(root, 'a.yml'), tagged('a', '[smoke, slow]'));
  writeFileSync(path.join(root, 'b.yml'), tagged('b', '[smoke]'));
  // The tags of a folder are those of its requests.
  writeFileSync(path.join(root, 'f/folder.yml'), 'info:\n  name: F\n  tags: [smoke]\n');
  const first = await openWindow();
  first.runner().setPlan({ tags: ['smoke'] });
  expect(first.runner().toRun()).toEqual(['a.yml', 'b.yml', 'f/c.yml']);
  first.runner().setPlan({ tags: ['smoke'], excludeTags: ['slow'] });
  await first.drafts.flush();

  const { runner } = await openWindow();
  expect(runner().plan).toMatchObject({ tags: ['smoke'], excludeTags: ['slow'] });
  expect(runner().toRun()).toEqual(['b.yml', 'f/c.yml']);
  await runner().start();
  expect(runner().shown?.name).toBe('Shop, 2 of 3 requests tagged smoke, not tagged slow');
  expect(runner().shown?.requests.map(({ name }) => name)).toEqual(['b', 'f/c']);

  // A choice of one request is named, too.
  runner().choose('b.yml');
  await runner().start();
  expect(runner().shown?.name).toBe('b tagged smoke, not tagged slow');
});

test('the tags of unsaved changes decide, of open tabs and of closed ones; those of the files where a run uses files', async () => {
  const { runner, requests } = await openWindow();
  await requests().select('a.yml');
  requests().edit({ tags: ['smoke'] });
  await requests().select('f');
  requests().edit({ tags: ['smoke'] });
  requests().close('f');
  runner().setPlan({ tags: ['smoke'] });
  expect(runner().toRun()).toEqual(['a.yml', 'f/c.yml']);
  expect(runner().toRun({ savedFiles: true })).toEqual([]);
  runner().setPlan({ savedFiles: true });
  expect(runner().toRun()).toEqual([]);
});
