/** The core behind the contract, over memory ports, with real parts. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostClient } from '../contract/host-contract.ts';
import { runEvent, type RunEvent } from '../contract/runs/run-event.ts';
import { appFiles } from './platform/files/app-files.ts';
import { dataFolder } from './platform/files/user-folders.ts';
import { createCore, type Core } from './create-core.ts';
import { alive } from './testing/alive.ts';
import { hasInterpreter } from './testing/interpreters.ts';
import { buildJar, jarFolder } from './testing/jars.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { clientOf, testFiles } from './testing/test-core.ts';

let core: Core;
let client: HostClient;
let events: RunEvent[];

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('core');
  const files = testFiles();
  core = await createCore({
    version: '1.0.0',
    workspace: files.example,
    files,
    capabilities: { folderDialog: false, openFolder: false, menus: false },
  });
  client = clientOf(core);
  events = [];
  client.on('run.event', (event) => events.push(event));
});
afterEach(() => core.close());

const start = (source: string, signal?: AbortSignal) =>
  client.call('runs.start', { runId: 'r1', scriptName: 'scripts/a.js', source }, signal);

test('the events of a run are numbered without gaps, valid, and complete when the call returns', async () => {
  const result = await start("console.log('a'); pm.test('t', () => pm.expect(1).to.equal(2));");
  expect(result).toEqual({ outcome: 'failed' });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events.map(({ type }) => type)).toEqual(['run.started', 'console', 'test', 'run.finished']);
  for (const event of events) expect(runEvent.parse(event)).toEqual(event);
  expect(events[2]).toMatchObject({ name: 't', state: 'failed', error: { name: 'AssertionError', line: 1 } });
});

test('a program asks first; the answer starts it and is remembered', async () => {
  const askedFiles: string[] = [];
  client.on('consent.asked', ({ id, file }) => {
    askedFiles.push(path.basename(file));
    void client.call('consent.answer', { id, answer: 'always-this-file' });
  });
  const source = "console.log(await pm.executeAsync('hello.sh', ['a']));";
  await expect(start(source)).resolves.toEqual({ outcome: 'passed' });
  await expect(start(source)).resolves.toEqual({ outcome: 'passed' });
  expect(askedFiles).toEqual(['hello.sh']);
});

test('Stop during a question ends the run and withdraws the question', async () => {
  const stop = new AbortController();
  const closed: string[] = [];
  client.on('consent.asked', () => stop.abort());
  client.on('consent.closed', ({ id }) => closed.push(id));
  await expect(start("await pm.executeAsync('hello.sh');", stop.signal)).resolves.toEqual({ outcome: 'stopped' });
  expect(closed).toHaveLength(1);
  expect(events.some(({ type }) => type === 'program.started')).toBe(false);
});

test('a question names its script, and stopping its run leaves another run that asks the same', async () => {
  const asking: string[] = [];
  client.on('consent.asked', ({ caller }) => asking.push(`${caller.runId} ${caller.script}`));
  const source = "await pm.executeAsync('hello.sh');";
  const first = client.call('runs.start', { runId: 'r1', scriptName: 'scripts/a.js', source });
  const second = client.call('runs.start', { runId: 'r2', scriptName: 'scripts/b.js', source });
  await expect.poll(() => asking).toContain('r1 scripts/a.js');
  await client.call('runs.stop', { runId: 'r1' });
  await expect(first).resolves.toEqual({ outcome: 'stopped' });
  await expect.poll(() => asking).toEqual(['r1 scripts/a.js', 'r2 scripts/b.js']);
  expect(events.filter(({ type }) => type === 'run.finished').map(({ runId }) => runId)).toEqual(['r1']);
  await client.call('runs.stop', { runId: 'r1' });
  await client.call('runs.stop', { runId: 'r2' });
  await expect(second).resolves.toEqual({ outcome: 'stopped' });
});

test('runs that wait for a person leave the scripts of other runs running', async () => {
  let questions = 0;
  client.on('consent.asked', () => void (questions += 1));
  const source = "await Promise.all([pm.executeAsync('hello.sh', ['a']), pm.executeAsync('hello.sh', ['b'])]);";
  const asking = Array.from({ length: availableParallelism() }, (_, index) => `r${index}`);
  const ends = asking.map((runId) => client.call('runs.start', { runId, scriptName: 'scripts/a.js', source }));
  await expect.poll(() => questions).toBe(2 * asking.length);
  const other = client.call('runs.start', { runId: 'other', scriptName: 'scripts/b.js', source: '1' });
  await expect(other).resolves.toEqual({ outcome: 'passed' });
  for (const runId of asking) await client.call('runs.stop', { runId });
  expect(await Promise.all(ends)).toEqual(asking.map(() => ({ outcome: 'stopped' })));
});

test('settings are stored; a workspace is opened; a path that is not a folder is refused and changes nothing', async () => {
  await client.call('settings.set', { theme: 'dark' });
  await client.call('settings.set', { programTimeoutMs: 5000 });
  // Absent settings keep their values.
  await client.call('settings.set', { theme: 'light' });
  await expect(client.call('settings.get', {})).resolves.toMatchObject({ theme: 'light', programTimeoutMs: 5000 });
  const before = await client.call('workspace.get', {});
  await expect(client.call('workspace.open', { path: '/dev/null' })).rejects.toMatchObject({ code: 'NotAFolder' });
  await expect(client.call('workspace.get', {})).resolves.toEqual(before);
  const folder = temporaryFolder('other');
  await expect(client.call('workspace.open', { path: folder })).resolves.toMatchObject({ scripts: [] });
});

test('the last workspace is opened again; a missing one is reported, and the sample opens', async () => {
  const options = { version: '1', files: appFiles(path.join(import.meta.dirname, '../../out/main')) };
  const host = { capabilities: { folderDialog: false, openFolder: false, menus: false } };
  const signal = new AbortController().signal;
  const folder = temporaryFolder('last');
  await client.call('workspace.open', { path: folder });
  const secondCore = await createCore({ ...options, ...host });
  expect(await secondCore.api['workspace.get']({}, signal)).toMatchObject({ name: path.basename(folder) });
  await secondCore.close();
  rmSync(folder, { recursive: true });
  const coreWithoutFolder = await createCore({ ...options, ...host });
  expect(await coreWithoutFolder.api['workspace.get']({}, signal)).toMatchObject({ name: 'hello' });
  expect(await coreWithoutFolder.api['app.info']({}, signal)).toMatchObject({
    notices: [expect.stringContaining(folder)],
  });
  await coreWithoutFolder.close();
});

test('the sample that opens first is a copy for the user, which keeps changes and deletions', async () => {
  const files = appFiles(path.join(import.meta.dirname, '../../out/main'));
  const capabilities = { folderDialog: false, openFolder: false, menus: false };
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('new-user');
  const signal = new AbortController().signal;
  const open = async () => {
    const core = await createCore({ version: '1', files, capabilities });
    const { root, scripts } = await core.api['workspace.get']({}, signal);
    // It is found again after another workspace was opened.
    expect((await core.api['workspace.recent']({}, signal)).workspaces).toMatchObject([{ path: root }]);
    await core.close();
    return { root, scripts };
  };
  const { root, scripts } = await open();
  expect(root).toBe(path.join(dataFolder(), 'hello'));
  expect(scripts).not.toEqual([]);
  rmSync(path.join(root, 'scripts'), { recursive: true });
  writeFileSync(path.join(root, 'first.yml'), 'info:\n  name: First\n  type: http\n');
  expect(await open()).toEqual({ root, scripts: [] });
  expect(existsSync(path.join(root, 'first.yml'))).toBe(true);
});

test("an unreadable setting alone gets its default, and two applications do not overwrite each other's settings", async () => {
  const folder = process.env['OUTRIGGER_CONFIG_DIR'] ?? '';
  await client.call('settings.set', { theme: 'dark' });
  const file = path.join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ theme: 'dark', programTimeoutMs: 'soon', fromNewer: true }));
  expect(await client.call('settings.get', {})).toMatchObject({ theme: 'dark', programTimeoutMs: null });
  expect((await client.call('app.info', {})).notices).toContainEqual(
    expect.stringMatching(/"programTimeoutMs" is not understood\. null is used/),
  );
  const files = testFiles();
  const capabilities = { folderDialog: false, openFolder: false, menus: false };
  const other = await createCore({ version: '1.0.0', workspace: files.example, files, capabilities });
  const signal = new AbortController().signal;
  await Promise.all([
    other.api['settings.set']({ programTimeoutMs: 7000 }, signal),
    client.call('settings.set', { theme: 'light' }),
  ]);
  await other.close();
  const changedSettings = { theme: 'light', programTimeoutMs: 7000 };
  expect(await client.call('settings.get', {})).toMatchObject(changedSettings);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...changedSettings, fromNewer: true });
});

test('the timeout in the settings ends a program whose call has none', async () => {
  client.on('consent.asked', ({ id }) => void client.call('consent.answer', { id, answer: 'once' }));
  const source = "await pm.executeAsync('wait.js').catch((e) => console.log(e.code));";
  const folder = temporaryFolder('limit');
  mkdirSync(path.join(folder, 'programs'));
  writeFileSync(path.join(folder, 'programs/wait.js'), 'setInterval(() => {}, 1000)');
  await client.call('workspace.open', { path: folder });
  await client.call('settings.set', { programTimeoutMs: 300 });
  events.length = 0;
  await start(source);
  expect(events.find(({ type }) => type === 'console')).toMatchObject({ text: 'ProgramTimeout' });
});

test('the timeout in the settings ends a script that has none', async () => {
  await client.call('settings.set', { scriptTimeoutMs: 300 });
  await expect(start('for (;;) {}')).resolves.toEqual({ outcome: 'timeout' });
  const text = 'The script was ended after 300 ms (timeout). Raise the script timeout, or let the script do less.';
  expect(events).toContainEqual(expect.objectContaining({ text }));
});

test('scripts may use secrets after one question, until the permission is taken back', async () => {
  let questions = 0;
  client.on('vault.asked', ({ id }) => {
    questions += 1;
    void client.call('vault.answer', { id, allow: true });
  });
  const source = "await pm.vault.set('key', 'value'); console.log(await pm.vault.get('key'));";
  expect(await client.call('vault.state', {})).toEqual({ allowed: false });
  await start(source);
  await start(source);
  expect(questions).toBe(1);
  expect(await client.call('vault.state', {})).toEqual({ allowed: true });
  await client.call('vault.forbid', {});
  expect(await client.call('vault.state', {})).toEqual({ allowed: false });
  await start(source);
  expect(questions).toBe(2);
});

test('a host without a folder dialog reports that', async () => {
  await expect(client.call('workspace.chooseFolder', {})).rejects.toMatchObject({ code: 'Unsupported' });
});

const hasJdk = hasInterpreter('java') && hasInterpreter('javac');
test.runIf(hasJdk)('the JVM of a warm jar serves two runs, and ends with its workspace', async () => {
  const folder = jarFolder();
  const jar = path.join(folder, 'programs/pid.jar');
  const body = 'return java.lang.management.ManagementFactory.getRuntimeMXBean().getName().split("@")[0];';
  buildJar(jar, { 'Pid.java': `package acme; public class Pid { public static String pid() { ${body} } }` });
  await client.call('workspace.open', { path: folder });
  await client.call('settings.set', { warmJars: [jar] });
  let questions = 0;
  client.on('consent.asked', ({ id }) => {
    questions += 1;
    void client.call('consent.answer', { id, answer: 'always-this-content' });
  });
  const source = "console.log(await pm.executeAsync('pid.jar', [], { className: 'acme.Pid', method: 'pid' }));";
  await expect(start(source)).resolves.toEqual({ outcome: 'passed' });
  await expect(start(source)).resolves.toEqual({ outcome: 'passed' });
  const pids = events.flatMap((event) => (event.type === 'console' ? [Number(event.text)] : []));
  expect(pids).toEqual([pids[0], pids[0]]);
  expect(questions).toBe(1);
  expect(await alive(pids)).toEqual(pids);
  await client.call('workspace.open', { path: jarFolder() });
  expect(await alive(pids)).toEqual([]);
});

test('closing the core ends a running run', async () => {
  const running = start('await new Promise((resolve) => setTimeout(resolve, 1e8));');
  await expect.poll(() => events.length).toBe(1);
  await core.close();
  await expect(running).resolves.toEqual({ outcome: 'stopped' });
});
