/**
 * The scripts of requests are debugged, sent alone and in a run: while one is stopped everything else waits, and no
 * timeout elapses.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import type { DebugStop } from '../../../contract/debugger/debugger-calls.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import { createApplication, type Application } from '../../application.ts';
import { startTarget, type TargetServer } from '../../forwarding/testing/target-server.ts';
import { appFiles } from '../../platform/files/app-files.ts';
import { startSandbox } from '../../sandbox-process/sandbox.ts';
import { createSessionApi, type SessionApi } from '../session-api.ts';
import type { Session } from '../session.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const project = path.join(import.meta.dirname, '../../../..');
const files = { ...appFiles(path.join(project, 'out/main')), sandboxEntry: inject('sandboxEntry') };
const { signal } = new AbortController();
const WAIT = { timeout: 15_000, interval: 5 };
const LIMIT_MS = 1000;

let application: Application;
let target: TargetServer;
let session: Session;
let api: SessionApi;
let stops: DebugStop[];
let events: RunEvent[];
beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  target = await startTarget();
  const sandbox = startSandbox(files, { size: 1, spares: 0, startsLate: true });
  application = await createApplication({ version: '1.0.0', files, sandbox, onNotice: () => undefined });
  const root = temporaryFolder('debugged');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (const name of ['one', 'two']) {
    const scripts = [
      { type: 'before-request', code: `pm.request.headers.add({ key: 'X-Name', value: '${name}' });` },
      { type: 'after-response', code: "pm.test('ok', () => pm.expect(pm.response.code).to.equal(200));" },
    ];
    const http = { method: 'GET', url: `${target.url}/${name}` };
    const info = { name, type: 'http', seq: name === 'one' ? 1 : 2 };
    writeFileSync(path.join(root, `${name}.yml`), JSON.stringify({ info, http, runtime: { scripts } }));
  }
  session = await application.openSession(root, {
    questions: { consent: () => Promise.resolve('once'), vault: () => Promise.resolve(true) },
  });
  api = createSessionApi(session, undefined);
  await api['debugger.consent']({ allowed: true }, signal);
  await session.services.settings.update((settings) => ({ ...settings, scriptTimeoutMs: LIMIT_MS }));
  await api['connection.set']({ ...defaultConnection, timeoutMs: LIMIT_MS }, signal);
  [stops, events] = [[], []];
  session.events.subscribe((name, payload) => {
    if (name === 'debugger.stopped') stops.push(payload as DebugStop);
    if (name === 'run.event') events.push(payload as RunEvent);
  });
});
afterEach(async () => {
  await application.close();
  await target.close();
});

const breakpoint = (name: string, kind: 'pre-request' | 'post-response') => ({
  id: `${name} ${kind}`,
  script: { id: `${name}.yml`, kind },
  line: 1,
});
const stopped = (count: number) =>
  vi.waitFor(() => {
    if (stops.length < count) throw new Error(`${stops.length} stops so far`);
    return stops[count - 1] as DebugStop;
  }, WAIT);
async function stoppedAt(count: number, id: string): Promise<DebugStop> {
  const stop = await stopped(count);
  expect(stop.breakpoints).toEqual([id]);
  return stop;
}
/** Keeps a script stopped for longer than the timeouts of scripts and requests, then resumes it. */
async function resumeLate({ runId, thread }: DebugStop, ms = 1.5 * LIMIT_MS): Promise<void> {
  const startMs = performance.now();
  await vi.waitFor(() => expect(performance.now() - startMs).toBeGreaterThan(ms), { timeout: 30_000, interval: 20 });
  await api['debugger.resume']({ runId, thread, how: 'continue' }, signal);
}
const sent = () => target.received.map(({ url }) => url);

test('a sent request stops in both of its scripts, and is sent between them', async () => {
  const breakpoints = [breakpoint('one', 'pre-request'), breakpoint('one', 'post-response')];
  await api['debugger.prepare']({ runId: 'r1', breakpoints, exceptions: 'none' }, signal);
  const { request } = await api['collection.read']({ id: 'one.yml' }, signal);
  const sending = api['collection.send']({ runId: 'r1', id: 'one.yml', request, environment: null }, signal);
  const before = await stoppedAt(1, 'one pre-request');
  expect(sent()).toEqual([]);
  await resumeLate(before);
  const { thread, ...after } = await stoppedAt(2, 'one post-response');
  expect(thread).not.toBe(before.thread);
  expect(sent()).toEqual(['/one']);
  const expression = 'pm.response.code + pm.request.headers.get("X-Name")';
  const { value } = await api['debugger.evaluate'](
    { runId: 'r1', thread, frame: 0, expression, readOnly: false },
    signal,
  );
  expect(value.text).toBe('200one');
  await resumeLate({ ...after, thread });
  expect(await sending).toMatchObject({ outcome: 'passed', response: { status: 200 } });
});

test('a stopped script holds its run: the rest waits, and another run continues', async () => {
  const breakpoints = [breakpoint('one', 'post-response')];
  await api['debugger.prepare']({ runId: 'r1', breakpoints, exceptions: 'none' }, signal);
  const options = { environment: null, iterations: 2, data: null, delayMs: 0, bail: false, failedOf: null };
  const run = (runId: string) => api['runner.start']({ runId, requests: ['one.yml', 'two.yml'], ...options }, signal);
  const running = run('r1');
  const first = await stoppedAt(1, 'one post-response');
  expect(sent()).toEqual(['/one']);
  await run('r2');
  expect(sent()).toEqual(['/one', '/one', '/two', '/one', '/two']);
  await resumeLate(first);
  const second = await stoppedAt(2, 'one post-response');
  expect(sent().slice(5)).toEqual(['/two', '/one']);
  await resumeLate(second);
  await running;
  expect(sent().slice(5)).toEqual(['/two', '/one', '/two']);
  const outcomes = events.flatMap((event) => (event.type === 'run.finished' ? [event.outcome] : []));
  expect(outcomes).toEqual(['passed', 'passed']);
});

test('after a stop, a wait for a notification continues for its whole time, also after a stop in its filter', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  const source = `const found = pm.webhooks.waitFor(async (body) => {
  await null;
  debugger;
  return body === 'wanted';
}, { timeout: ${3 * LIMIT_MS} });
debugger;
console.log((await found).body);`;
  await api['debugger.prepare']({ runId: 'r1', breakpoints: [], exceptions: 'none' }, signal);
  const running = api['runs.start']({ runId: 'r1', scriptName: 'x.js', source }, signal);
  const receive = async (body: string) => {
    const { url } = session.notifications.current.status();
    await fetch(new URL('/hooks', url), { method: 'POST', body });
  };
  await resumeLate(await stopped(1), 3.5 * LIMIT_MS);
  await receive('other');
  // An async filter has five seconds for each notification.
  await resumeLate(await stopped(2), 5.5 * LIMIT_MS);
  await receive('wanted');
  await resumeLate(await stopped(3));
  expect(await running).toEqual({ outcome: 'passed' });
  const texts = events.flatMap((event) => (event.type === 'console' ? [event.text] : []));
  expect(texts).toEqual(['wanted']);
}, 60_000);
