/** Runs of a workspace are debugged through the calls of the interface. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { DebugStop } from '../../../contract/debugger/debugger-calls.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import { createApplication, type Application } from '../../application.ts';
import { appFiles } from '../../platform/files/app-files.ts';
import { startSandbox } from '../../sandbox-process/sandbox.ts';
import { alive } from '../../testing/alive.ts';
import { createSessionApi, type SessionApi } from '../session-api.ts';
import type { Session } from '../session.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const project = path.join(import.meta.dirname, '../../../..');
const files = { ...appFiles(path.join(project, 'out/main')), sandboxEntry: inject('sandboxEntry') };
const { signal } = new AbortController();
const WAIT = { timeout: 15_000, interval: 5 };

let application: Application;
let session: Session;
let api: SessionApi;
let stops: DebugStop[];
let events: RunEvent[];
const watched: number[] = [];
beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const sandbox = startSandbox(files, { size: 1, spares: 0, startsLate: true });
  const { watch } = sandbox.reaper;
  vi.spyOn(sandbox.reaper, 'watch').mockImplementation((pid) => {
    watched.push(pid);
    watch(pid);
  });
  application = await createApplication({ version: '1.0.0', files, sandbox, onNotice: () => undefined });
  const root = temporaryFolder('debugger');
  mkdirSync(path.join(root, 'orders'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  const script = 'const first = 1;\n        pm.execution.skipRequest();';
  writeFileSync(
    path.join(root, 'orders/new order.yml'),
    `info:\n  name: New order\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1:1/\nruntime:\n  scripts:\n    - type: before-request\n      code: |-\n        ${script}\n`,
  );
  session = await application.openSession(root, {
    questions: { consent: () => Promise.resolve('once'), vault: () => Promise.resolve(true) },
  });
  api = createSessionApi(session, undefined);
  await api['debugger.consent']({ allowed: true }, signal);
  [stops, events] = [[], []];
  session.events.subscribe((name, payload) => {
    if (name === 'debugger.stopped') stops.push(payload as DebugStop);
    if (name === 'run.event') events.push(payload as RunEvent);
  });
});
afterEach(() => application.close());

const stopped = (count: number) =>
  vi.waitFor(() => {
    if (stops.length < count) throw new Error(`${stops.length} stops so far`);
    return stops[count - 1] as DebugStop;
  }, WAIT);

test('a script is prepared, stopped and inspected, and only that run is debugged', async () => {
  const script = { scriptName: 'hello there.js', source: 'const n = 1;\nconsole.log(n);' };
  const breakpoints = [{ id: 'b', script: 'hello there.js', line: 2 }];
  await api['debugger.prepare']({ runId: 'r1', breakpoints, exceptions: 'none' }, signal);
  const running = api['runs.start']({ runId: 'r1', ...script }, signal);
  const { runId, thread, frames } = await stopped(1);
  expect([runId, frames[0]]).toEqual(['r1', expect.objectContaining({ script: 'hello_there.js', line: 2 })]);
  const evaluated = await api['debugger.evaluate'](
    { runId, thread, frame: 0, expression: 'n + 1', readOnly: false },
    signal,
  );
  expect(evaluated).toEqual({ value: { type: 'number', text: '2', handle: null }, threw: false });
  await api['debugger.resume']({ runId, thread, how: 'continue' }, signal);
  expect(await running).toEqual({ outcome: 'passed' });
  expect(await api['runs.start']({ runId: 'r1', ...script }, signal)).toEqual({ outcome: 'passed' });
  expect(stops).toHaveLength(1);
  await expect(api['debugger.pause']({ runId: 'r1' }, signal)).rejects.toMatchObject({ code: 'InvalidParams' });
});

test('values of secrets are masked in scopes, evaluated expressions and thrown errors, as in the console', async () => {
  const secret = `very secret ${'x'.repeat(200)} end of it`;
  session.addSecretValues([secret]);
  const source = `const held = ${JSON.stringify(secret)}, all = { held };\nconst open = 'open';\nthrow new Error(held);`;
  const breakpoints = [{ id: 'b', script: 'a.js', line: 2 }];
  await api['debugger.prepare']({ runId: 's', breakpoints, exceptions: 'all' }, signal);
  const running = api['runs.start']({ runId: 's', scriptName: 'a.js', source }, signal);
  const { runId, thread, frames } = await stopped(1);
  const local = { runId, thread, handle: frames[0]?.scopes[0]?.handle ?? 0 };
  const { properties } = await api['debugger.properties'](local, signal);
  const textOf = (name: string) => properties.find((property) => property.name === name)?.value?.text;
  expect(textOf('held')).toBe('(secret)');
  expect(textOf('all')).toMatch(/^\{held: "\(secret\).*"\}$/);
  expect(JSON.stringify(properties)).not.toMatch(/very secret|end of it/);
  expect(properties.map(({ name }) => name)).not.toContain('arguments');
  const expression = "[held, 'open', held]";
  const { value } = await api['debugger.evaluate']({ runId, thread, frame: 0, expression, readOnly: false }, signal);
  expect(value.text).toMatch(/^Array\(3\) \["\(secret\).*", "open", "\(secret\).*"\]$/);
  expect(value.text).not.toMatch(/very secret|end of it/);
  await api['debugger.resume']({ runId, thread, how: 'continue' }, signal);
  const { exception } = await stopped(2);
  expect(exception?.text).toContain('(secret)');
  expect(exception?.text).not.toContain('very secret');
  await api['debugger.resume']({ runId, thread, how: 'continue' }, signal);
  await running;
});

test('scripts of a workspace are debugged only after the person has allowed it for this folder', async () => {
  const settings = { breakpoints: [], exceptions: 'none' as const };
  await api['debugger.consent']({ allowed: false }, signal);
  expect(await api['debugger.consentState']({}, signal)).toEqual({ allowed: false });
  await expect(api['debugger.prepare']({ runId: 'r1', ...settings }, signal)).rejects.toMatchObject({
    code: 'DebuggingNotAllowed',
    message: expect.stringContaining('inspector') as string,
  });
  // The run is not debugged.
  const source = 'debugger;';
  expect(await api['runs.start']({ runId: 'r1', scriptName: 'x.js', source }, signal)).toEqual({ outcome: 'passed' });
  const { trust } = session.services;
  expect(await trust.allowsDebugging(session.root)).toBe(false);
  await api['debugger.consent']({ allowed: true }, signal);
  expect(await trust.allowsDebugging(session.root)).toBe(true);
  expect(await trust.allowsDebugging(path.dirname(session.root))).toBe(false);
  expect(await api['debugger.prepare']({ runId: 'r1', ...settings }, signal)).toEqual({});
});

test('a breakpoint in the script of a request stops the run of its collection', async () => {
  const breakpoints = [{ id: 'b', script: 'orders/new order/before-request.js', line: 2 }];
  await api['debugger.prepare']({ runId: 'r2', breakpoints, exceptions: 'none' }, signal);
  const options = { environment: null, iterations: null, data: null, delayMs: 0, bail: false, failedOf: null };
  const requests = ['orders/new order.yml'];
  const running = api['runner.start']({ runId: 'r2', requests, ...options }, signal);
  const { thread, frames } = await stopped(1);
  expect(frames).toMatchObject([{ line: 2, script: 'orders/new_order/before-request.js' }]);
  await api['debugger.resume']({ runId: 'r2', thread, how: 'continue' }, signal);
  await running;
  expect(events.at(-1)?.type).toBe('run.finished');
});

test('breakpoints refer to the edited text, also of the collection and of several scripts in one text', async () => {
  const collection = 'opencollection: 1.0.0\ninfo:\n  name: Shop\n';
  const skip = 'pm.execution.skipRequest();';
  const scripts = (...codes: string[]) =>
    `  scripts:\n${codes.map((code) => `    - { type: before-request, code: ${JSON.stringify(code)} }\n`).join('')}`;
  writeFileSync(
    path.join(session.root, 'opencollection.yml'),
    `${collection}request:\n${scripts('let inherited = 1;\ninherited += 1;')}`,
  );
  const request = 'info:\n  name: Two\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1:1/\n';
  writeFileSync(
    path.join(session.root, 'two.yml'),
    `${request}runtime:\n${scripts('let n = 0;\nn += 1;\nn += 2;', `let m = 0;\nm += 1;\n${skip}`)}`,
  );
  const kind = 'pre-request' as const;
  const breakpoints = [
    { id: 'collection', script: { id: '', kind }, line: 2 },
    { id: 'first', script: { id: 'two.yml', kind }, line: 2 },
    { id: 'second', script: { id: 'two.yml', kind }, line: 5 },
  ];
  await api['debugger.prepare']({ runId: 'r4', breakpoints, exceptions: 'none' }, signal);
  const options = { environment: null, iterations: null, data: null, delayMs: 0, bail: false, failedOf: null };
  const running = api['runner.start']({ runId: 'r4', requests: ['two.yml'], ...options }, signal);
  for (const [index, { id, script, line }] of breakpoints.entries()) {
    const { thread, frames, breakpoints: hit } = await stopped(index + 1);
    expect(hit).toEqual([id]);
    expect(frames[0]).toMatchObject({ script: 'two/before-request.js', line: 2, edited: { ...script, line } });
    await api['debugger.resume']({ runId: 'r4', thread, how: 'continue' }, signal);
  }
  await running;
  expect(stops).toHaveLength(3);
});

test('a breakpoint in the script of a folder, written for Bruno, stops the requests of the folder', async () => {
  const code = "bru.setVar('seen', req.getMethod());\nlet seen = bru.getVar('seen');";
  writeFileSync(
    path.join(session.root, 'opencollection.yml'),
    'opencollection: 1.0.0\nextensions:\n  bruno: {}\ninfo:\n  name: Shop\n',
  );
  writeFileSync(
    path.join(session.root, 'orders/folder.yml'),
    `info:\n  name: Orders\n  type: folder\nrequest:\n  scripts:\n    - { type: before-request, code: ${JSON.stringify(code)} }\n`,
  );
  const script = { id: 'orders', kind: 'pre-request' } as const;
  const breakpoints = [{ id: 'folder', script, line: 2 }];
  await api['debugger.prepare']({ runId: 'r5', breakpoints, exceptions: 'none' }, signal);
  const options = { environment: null, iterations: null, data: null, delayMs: 0, bail: false, failedOf: null };
  const running = api['runner.start']({ runId: 'r5', requests: ['orders/new order.yml'], ...options }, signal);
  const { runId, thread, frames, breakpoints: hit } = await stopped(1);
  expect([hit, frames[0]?.edited]).toEqual([['folder'], { ...script, line: 2 }]);
  const evaluation = { expression: "bru.getVar('seen') + req.getUrl()", frame: 0, readOnly: false };
  const { value } = await api['debugger.evaluate']({ runId, thread, ...evaluation }, signal);
  expect(value.text).toBe('GEThttp://127.0.0.1:1/');
  await api['debugger.resume']({ runId, thread, how: 'continue' }, signal);
  await running;
  expect(stops).toHaveLength(1);
});

test('two runs are debugged at once, independently', async () => {
  const source = (name: string) => `const name = '${name}';\ndebugger;\nconsole.log(name);`;
  const debug = async (runId: string) => {
    await api['debugger.prepare']({ runId, breakpoints: [], exceptions: 'none' }, signal);
    return api['runs.start']({ runId, scriptName: 'x.js', source: source(runId) }, signal);
  };
  const running = { one: debug('one'), two: debug('two') };
  await stopped(2);
  const evaluation = { thread: 1, frame: 0, expression: 'name', readOnly: false };
  for (const runId of ['one', 'two'] as const) {
    expect((await api['debugger.evaluate']({ runId, ...evaluation }, signal)).value.text).toBe(runId);
  }
  await api['debugger.resume']({ runId: 'two', thread: 1, how: 'continue' }, signal);
  expect(await running.two).toEqual({ outcome: 'passed' });
  expect((await api['debugger.evaluate']({ runId: 'one', ...evaluation }, signal)).value.text).toBe('one');
  await api['debugger.resume']({ runId: 'one', thread: 1, how: 'continue' }, signal);
  expect(await running.one).toEqual({ outcome: 'passed' });
  const texts = events.flatMap((event) => (event.type === 'console' ? [event.text] : []));
  expect(texts).toEqual(['two', 'one']);
});

test('closing the workspace while a script is stopped leaves no process', async () => {
  await api['debugger.prepare']({ runId: 'r3', breakpoints: [], exceptions: 'none' }, signal);
  const running = api['runs.start']({ runId: 'r3', scriptName: 'x.js', source: 'debugger;' }, signal);
  await stopped(1);
  await session.close();
  expect(await running).toEqual({ outcome: 'stopped' });
  await application.close();
  expect(await alive(watched)).toEqual([]);
});
