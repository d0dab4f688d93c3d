/** The store of the response pane with the real host. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Core } from '../../core/create-core.ts';
import { listen } from '../../core/testing/listen.ts';
import { blankRequest, type OpenRequest } from '../collection/tabs/open-item.ts';
import { createRequestStore } from '../collection/request-store.ts';
import { createRunStore } from '../console/run-store.ts';
import { openDrafts } from '../host/testing/open-drafts.ts';
import { createResponseStore } from './response-store.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore, testFiles } from '../../core/testing/test-core.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

const bodyThread = path.join(import.meta.dirname, '../../core/runs/responses/body-thread-main.ts');
let core: Core;
let root: string;
let server: http.Server;
let url: string;
let count = 0;
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

beforeEach(async () => {
  count = 0;
  server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('set-cookie', 'session=secret; Path=/');
    response.end(JSON.stringify({ count: (count += 1) }));
  });
  url = `http://127.0.0.1:${await listen(server)}/`;
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('response-store');
  const script = (type: string, code: string) =>
    `runtime:\n  scripts:\n    - type: ${type}\n      code: |-\n        ${code}\n`;
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'a.yml'), `info:\n  name: a\nhttp:\n  method: GET\n  url: ${url}\n`);
  writeFileSync(
    path.join(root, 'b.yml'),
    `info:\n  name: b\nhttp:\n  method: GET\n  url: ${url}\n${script('after-response', '1;\n        throw new Error("x");')}`,
  );
  core = await openTestCore(root, { files: { ...testFiles(), bodyThread } });
});
afterEach(async () => {
  await core.close();
  server.closeAllConnections();
  server.close();
});

function lastScriptError(runs: ReturnType<typeof createRunStore>) {
  const run = runs.getState().runs.at(-1);
  if (!run?.scriptErrors.first) throw new Error('No script has thrown.');
  return { first: run.scriptErrors.first, runId: run.runId };
}

async function openWindow() {
  const client = clientOf(core);
  const drafts = await openDrafts(client);
  const info = await client.call('workspace.get', {});
  const runs = createRunStore(client);
  const workspace = testWorkspace(client, info.root, drafts);
  const requests = createRequestStore(client, runs, workspace, drafts);
  await requests.getState().load();
  const response = createResponseStore(client, requests, runs, workspace);
  const active = () => requests.getState().active() as OpenRequest;
  const send = async (id: string) => {
    await requests.getState().select(id);
    await requests.getState().send();
    return active();
  };
  const examples = () => requests.getState().collection?.items.find(({ id }) => id === 'a.yml')?.examples;
  return { runs, requests, state: response.getState, active, send, examples };
}

test('a response becomes an example without its cookie, is opened, deleted, and restored', async () => {
  const { state, send, examples } = await openWindow();
  await state().saveExample(await send('a.yml'), 'First');
  expect(examples()).toEqual([{ name: 'First', status: 200 }]);
  expect(read('a.yml')).toContain('session=(masked); Path=/');
  expect(read('a.yml')).not.toContain('secret');

  await state().openExample('a.yml', 0);
  const { example } = state();
  expect(example).toMatchObject({ name: 'First', request: { method: 'GET' }, response: { status: 200, hops: [] } });
  expect((await state().text(example?.response.runId ?? '', 'pretty')).text).toBe('{\n  "count": 1\n}');

  const undo = await state().removeExample('a.yml', 0, 'First');
  expect(state().example).toBeUndefined();
  expect(examples()).toBeUndefined();
  await undo();
  expect(examples()).toEqual([{ name: 'First', status: 200 }]);
});

test('an example is opened from the tree, also the second of two with one name', async () => {
  const { state, send, requests } = await openWindow();
  await state().saveExample(await send('a.yml'), 'Same');
  await state().saveExample(await send('a.yml'), 'Same');
  await requests.getState().showExample('a.yml', 1);
  await expect.poll(() => state().example, { timeout: 20_000 }).toMatchObject({ name: 'Same', index: 1 });
});

test('a request that is saved shows the same tab of its response', async () => {
  const { state, requests } = await openWindow();
  const id = requests.getState().openUntitled({ ...blankRequest, url });
  state().showTab(id, 'tests');
  await requests.getState().select(id);
  await requests.getState().save();
  await requests.getState().saveAs('', 'Saved');
  expect(state().tabs['Saved.yml']).toBe('tests');
});

test('a request in a folder that is renamed shows the same tabs', async () => {
  mkdirSync(path.join(root, 'f'));
  writeFileSync(path.join(root, 'f/c.yml'), 'info:\n  name: c\nhttp:\n  method: GET\n  url: http://file\n');
  const { state, requests } = await openWindow();
  state().showTab('f/c.yml', 'tests');
  requests.getState().showPart('f/c.yml', { tab: 'auth', requestedPlace: '' });
  await requests.getState().rename('f', 'g');
  expect([state().tabs['g/c.yml'], requests.getState().shownParts['g/c.yml']?.tab]).toEqual(['tests', 'auth']);
});

test('sending replaces a shown example', async () => {
  const { state, send } = await openWindow();
  await state().saveExample(await send('a.yml'), 'First');
  await state().openExample('a.yml', 0);
  await send('a.yml');
  expect(state().example).toBeUndefined();
});

test('the script that threw is requested with its line, each time anew', async () => {
  const { state, send, runs, requests } = await openWindow();
  await send('b.yml');
  const { first, runId } = lastScriptError(runs);
  await requests.getState().select('a.yml');
  await state().showScriptError(first, runId);
  expect(requests.getState().activeId).toBe('b.yml');
  expect(state().requestedScript).toMatchObject({ id: 'b.yml', kind: 'post-response', line: 2 });
  const before = state().requestedScript?.key;
  await state().showScriptError(first, runId);
  expect(state().requestedScript?.key).not.toBe(before);
});

test('the script of a request without a file is requested in its tab, also after it was saved', async () => {
  const { state, requests, runs } = await openWindow();
  const id = requests.getState().openUntitled({ ...blankRequest, url, postResponse: '1;\nthrow new Error("x");' });
  await requests.getState().send();
  const { first, runId } = lastScriptError(runs);
  await requests.getState().select('a.yml');
  await state().showScriptError(first, runId);
  expect(state().requestedScript).toMatchObject({ id, kind: 'post-response', line: 2 });
  expect(requests.getState().activeId).toBe(id);

  await requests.getState().select(id);
  await requests.getState().save();
  await requests.getState().saveAs('', 'Tea');
  await requests.getState().select('a.yml');
  await state().showScriptError(first, runId);
  expect(state().requestedScript).toMatchObject({ id: 'Tea.yml', line: 2 });
});

test('formatting JSON changes neither numbers nor repeated names', async () => {
  const { state } = await openWindow();
  expect(await state().formatJson('{"id":12345678901234567890,"a":1.10,"a":"\\u00e9"}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "a": 1.10,\n  "a": "\\u00e9"\n}',
  );
});

test('the history contains the responses of a request, formatted for comparison', async () => {
  const { state, send } = await openWindow();
  await send('a.yml');
  await send('a.yml');
  await send('b.yml');
  const ownHistory = await state().listHistory({ id: 'a.yml', name: 'a' }, false);
  expect(ownHistory.map(({ name }) => name)).toEqual(['a', 'a']);
  expect(await state().listHistory({ id: 'a.yml', name: 'a' }, true)).toHaveLength(3);
  const [, before] = ownHistory;
  if (!before) throw new Error('The first response is not in the history.');
  expect((await state().historyText(before)).text).toBe('{\n  "count": 1\n}');
});

test('reading the bytes of a body tells how many are read, and ends when it is cancelled', async () => {
  const { state, send } = await openWindow();
  const { response } = await send('a.yml');
  if (!response) throw new Error('No response came.');
  const counts: number[] = [];
  await state().bytes(response, { onRead: (count) => counts.push(count) });
  expect(counts).toEqual([response.size]);
  const controller = new AbortController();
  // The length that is claimed makes more than one piece of the body.
  const long = { ...response, size: 100 * 1024 * 1024 };
  const onRead = (count: number) => {
    counts.push(count);
    controller.abort();
  };
  await expect(state().bytes(long, { signal: controller.signal, onRead })).rejects.toMatchObject({ code: 'Cancelled' });
  expect(counts).toHaveLength(2);
});

test('a body is searched, filtered and read as bytes by its run', async () => {
  const { state, send } = await openWindow();
  const { response } = await send('a.yml');
  if (!response) throw new Error('No response came.');
  const { runId } = response;
  expect(await state().findLine(runId, 'pretty', 'COUNT', 5)).toBe(1);
  expect(await state().findLine(runId, 'pretty', 'nowhere', 0)).toBeNull();
  expect(await state().query(runId, '$.count', new AbortController().signal)).toMatchObject({ text: '[\n  1\n]' });
  const bytes = await state().bytes(response);
  expect(await bytes.text()).toBe('{"count":1}');
  expect(bytes.type).toBe('application/octet-stream');
});
