/** Sessions own the parts of one folder: two concurrent sessions, two in turn, and the command line's. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { createApplication, type Application } from '../application.ts';
import { createCore } from '../create-core.ts';
import { startSandbox } from '../sandbox-process/sandbox.ts';
import { startEchoServer, type EchoServer } from '../testing/echo-server.ts';
import { alive } from '../testing/alive.ts';
import { createSessionApi, type SessionApi } from './session-api.ts';
import type { Session } from './session.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { testFiles } from '../testing/test-core.ts';

const project = path.join(import.meta.dirname, '../../..');
const files = testFiles();
const noSignal = new AbortController().signal;

let application: Application;
let notices: string[];
let echo: EchoServer;
beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  notices = [];
  application = await createApplication({
    version: '1.0.0',
    files,
    sandbox: startSandbox(files, { size: 2, spares: 0, startsLate: true }),
    onNotice: (text) => notices.push(text),
  });
  echo = await startEchoServer();
});
afterEach(async () => {
  await application.close();
  echo.close();
});

/** A workspace with a request `a` that counts in a collection variable and receives a cookie. */
function makeWorkspace(name: string): string {
  const root = temporaryFolder(name);
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), `opencollection: 1.0.0\ninfo:\n  name: ${name}\n`);
  writeFileSync(path.join(root, 'environments/Local.yml'), 'name: Local\nvariables:\n  - name: who\n    value: me\n');
  const code = [
    "pm.collectionVariables.set('count', Number(pm.collectionVariables.get('count') ?? 0) + 1);",
    `console.log('${name}', pm.collectionVariables.get('count'), pm.cookies.get('from') ?? 'no cookie');`,
    "pm.test('is answered', () => pm.response.to.have.status(200));",
  ].join('\\n');
  writeFileSync(
    path.join(root, 'a.yml'),
    `info:\n  name: a\nhttp:\n  method: GET\n  url: ${echo.url}/cookies/set?from=${name}\nruntime:\n  scripts:\n    - type: after-response\n      code: "${code}"\n`,
  );
  return root;
}
interface Opened {
  session: Session;
  api: SessionApi;
  events: RunEvent[];
}
async function open(root: string): Promise<Opened> {
  const session = await application.openSession(root, {
    questions: { consent: () => Promise.resolve('once'), vault: () => Promise.resolve(true) },
  });
  const events: RunEvent[] = [];
  session.events.subscribe((name, payload) => {
    if (name === 'run.event') events.push(payload as RunEvent);
  });
  return { session, api: createSessionApi(session, undefined), events };
}
const logged = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'console' && event.from === 'script' ? [event.text] : []));
async function send({ api }: Opened, runId: string) {
  const { request } = await api['collection.read']({ id: 'a.yml' }, noSignal);
  return api['collection.send']({ runId, id: 'a.yml', request, environment: 'Local' }, noSignal);
}

test('two sessions in one process share no variable, cookie, history, event or run id', async () => {
  const [sessionOne, sessionTwo] = [await open(makeWorkspace('one')), await open(makeWorkspace('two'))];
  const [first, second] = await Promise.all([send(sessionOne, 'same'), send(sessionTwo, 'same')]);
  expect([first.outcome, second.outcome]).toEqual(['passed', 'passed']);
  await send(sessionOne, 'again');
  expect(logged(sessionOne.events)).toEqual([expect.stringContaining('one 1'), expect.stringContaining('one 2')]);
  expect(logged(sessionTwo.events)).toEqual([expect.stringContaining('two 1')]);
  const cookies = async ({ api }: Opened) =>
    (await api['cookies.list']({}, noSignal)).cookies.map(({ value }) => value);
  const sends = async ({ api }: Opened) =>
    (await api['history.list']({ search: '', limit: 10 }, noSignal)).entries.length;
  expect([await sends(sessionOne), await sends(sessionTwo)]).toEqual([2, 1]);
  expect([await cookies(sessionOne), await cookies(sessionTwo)]).toEqual([['one'], ['two']]);
  await sessionOne.session.close();
  // The other session continues.
  expect((await send(sessionTwo, 'later')).outcome).toBe('passed');
});

test('closing a session ends its runs and the programs they started, and refuses further ones', async () => {
  const root = makeWorkspace('closing');
  mkdirSync(path.join(root, 'programs'));
  writeFileSync(path.join(root, 'programs/wait.js'), 'console.log(process.pid); setInterval(() => {}, 1000);');
  const { session, api, events } = await open(root);
  const source = "await pm.executeAsync('wait.js');";
  const run = Promise.resolve(api['runs.start']({ runId: 'r', scriptName: 'a.js', source }, noSignal));
  const printed = () => events.find((event) => event.type === 'program.output');
  await expect.poll(printed).toBeTruthy();
  const output = printed();
  const pid = Number(output?.type === 'program.output' ? output.text : NaN);
  expect(await alive([pid])).toEqual([pid]);
  await session.close();
  expect(await alive([pid])).toEqual([]);
  await expect(run).resolves.toEqual({ outcome: 'stopped' });
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'stopped' });
  const late = async () => api['runs.start']({ runId: 'late', scriptName: 'a.js', source: '1' }, noSignal);
  await expect(late()).rejects.toMatchObject({ code: 'Cancelled' });
});

test('state is stored outside of the workspace, for this user only; state inside a workspace is not read', async () => {
  const root = makeWorkspace('state');
  mkdirSync(path.join(root, '.outrigger'));
  for (const file of ['history.sqlite', 'notifications.sqlite', 'cookies.json'])
    writeFileSync(path.join(root, '.outrigger', file), 'a stranger wrote this');
  const opened = await open(root);
  await send(opened, 'r');
  expect(notices).toEqual([expect.stringContaining('can be deleted')]);
  const { stateFolder } = opened.session;
  expect(stateFolder.startsWith(root)).toBe(false);
  expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(stateFolder, 'history.sqlite')).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(root, '.outrigger/history.sqlite'), 'utf8')).toBe('a stranger wrote this');
});

test('the stored notifications of a shown workspace are opened before anything asks for them', async () => {
  const root = makeWorkspace('stored');
  const file = path.join((await open(root)).session.stateFolder, 'notifications.sqlite');
  writeFileSync(file, '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { session } = await open(root);
  await session.notifications.start();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await vi.waitFor(() => expect(existsSync(`${file}-wal`)).toBe(true), 10_000);
  await session.close();
});

test('opening another folder ends the former run in its session; a folder that cannot be opened changes nothing', async () => {
  const [previousSession, next] = [makeWorkspace('former'), makeWorkspace('next')];
  const core = await createCore({
    version: '1.0.0',
    workspace: previousSession,
    files,
    capabilities: { folderDialog: false, openFolder: false, menus: false },
  });
  try {
    const events: RunEvent[] = [];
    core.subscribe((name, payload) => {
      if (name === 'run.event') events.push(payload as RunEvent);
    });
    const source = "pm.globals.set('x', 1); await new Promise((resolve) => setTimeout(resolve, 1e8));";
    const run = Promise.resolve(core.api['runs.start']({ runId: 'r', scriptName: 'a.js', source }, noSignal));
    await expect.poll(() => events.length).toBeGreaterThan(0);
    const missing = path.join(next, 'none');
    await expect(Promise.resolve(core.api['workspace.open']({ path: missing }, noSignal))).rejects.toMatchObject({
      code: 'FileNotFound',
    });
    expect(await core.api['workspace.get']({}, noSignal)).toMatchObject({ root: previousSession });
    expect(events.some(({ type }) => type === 'run.finished')).toBe(false);
    // The folder that is already open stays open, with its run.
    await core.api['workspace.open']({ path: previousSession }, noSignal);
    expect(events.some(({ type }) => type === 'run.finished')).toBe(false);
    await expect(Promise.resolve(core.api['workspace.open']({ path: next }, noSignal))).resolves.toMatchObject({
      root: next,
    });
    await expect(run).resolves.toEqual({ outcome: 'stopped' });
    expect(existsSync(path.join(next, '.outrigger'))).toBe(false);
  } finally {
    await core.close();
  }
});

test('the application and the command line run a folder with the same events', async () => {
  const root = makeWorkspace('both');
  const { api, events } = await open(root);
  await api['runner.start'](
    {
      runId: 'r',
      requests: ['a.yml'],
      environment: 'Local',
      iterations: 2,
      data: null,
      delayMs: 0,
      bail: false,
      failedOf: null,
    },
    noSignal,
  );
  const bin = path.join(project, 'bin/outrigger.cjs');
  const args = [bin, 'run', root, '--env', 'Local', '--iteration-count', '2', '--reporter', 'events'];
  const { stdout } = await execa(process.execPath, args);
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  const comparable = (all: readonly RunEvent[]) =>
    all.map((event) => ({ ...event, runId: '', at: '', ...('durationMs' in event ? { durationMs: 0 } : {}) }));
  expect(comparable(printed)).toEqual(comparable(events));
});
