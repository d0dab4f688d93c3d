/** Load runs of the window with the real host, and a server that counts its requests. */
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostClient } from '../../contract/host-contract.ts';
import { loadReport } from '../../contract/load/load.ts';
import type { Core } from '../../core/create-core.ts';
import { listen } from '../../core/testing/listen.ts';
import { createRequestStore } from '../collection/request-store.ts';
import { createRunStore } from '../console/run-store.ts';
import { openDrafts } from '../host/testing/open-drafts.ts';
import { createRunnerStore } from '../runner/runner-store.ts';
import { createLoadStore } from './load-store.ts';
import { clientOf, openTestCore } from '../../core/testing/test-core.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

let core: Core;
let root: string;
let server: http.Server;
let served: number;

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = mkdtempSync(path.join(tmpdir(), 'outrigger-config-'));
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'outrigger-load-store-')));
  served = 0;
  server = http.createServer((_request, response) => {
    served += 1;
    response.end('{}');
  });
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  const scripts = [{ type: 'after-response', code: "pm.test('ok', () => pm.response.to.have.status(200));" }];
  const url = `http://127.0.0.1:${await listen(server)}/a`;
  writeFileSync(
    path.join(root, 'a.yml'),
    JSON.stringify({ info: { name: 'a' }, http: { method: 'GET', url }, runtime: { scripts } }),
  );
  core = await openTestCore(root);
});
afterEach(async () => {
  await core.close();
  server.closeAllConnections();
  server.close();
});

/** @param delays what `load.get` of a run waits for */
async function openWindow(delays = new Map<number, Promise<unknown>>()) {
  const host = clientOf(core);
  const call = async (...[name, params, signal]: Parameters<HostClient['call']>) => {
    if (name === 'load.get') await delays.get((params as { id: number }).id);
    return host.call(name, params, signal);
  };
  const client = { ...host, call } as HostClient;
  const drafts = await openDrafts(client);
  const runs = createRunStore(client);
  const workspace = testWorkspace(client, root, drafts);
  const requests = createRequestStore(client, runs, workspace, drafts);
  await requests.getState().load();
  const runner = createRunnerStore({ client, runs, requests, drafts, workspace });
  const load = createLoadStore({ client, runs, requests, runner, drafts, workspace });
  runner.getState().check('', true);
  return { runs: runs.getState, load: load.getState, drafts };
}

test('the settings of a load run are stored for the workspace', async () => {
  const first = await openWindow();
  first.load().setPlan({ kind: 'arrivals', perSecond: 3, expectations: 'p95 < 1 s' });
  await first.drafts.flush();
  expect((await openWindow()).load().plan).toEqual({ ...first.load().plan, perSecond: 3 });
  expect((await openWindow()).load().plan).toMatchObject({ kind: 'arrivals', users: 10, expectations: 'p95 < 1 s' });
});

test('a load run: a data point each second, every request counted, expectations, and both reports', async () => {
  const { load } = await openWindow();
  load().setPlan({ users: 3, usersPerSecond: 3, durationS: 2, expectations: 'p95 < 60 s\n\n errors < 1 %\n' });
  const running = load().start();
  await vi.waitFor(() => expect(load().progress?.requests).toBeGreaterThan(0), 10_000);
  expect(load().report).toBeUndefined();
  await running;
  const { report } = load();
  expect(report).toMatchObject({ outcome: 'passed', name: 'Shop', total: { requests: served, failures: 0 } });
  expect(report?.expectations.map(({ text, isMet }) => [text, isMet])).toEqual([
    ['p95 < 60 s', true],
    ['errors < 1 %', true],
  ]);
  expect(load().seconds).toEqual(report?.seconds);
  const id = load().shownId ?? 0;
  expect(await load().reportText(id, 'html')).toContain('<title>Shop: load passed</title>');
  expect(loadReport.parse(JSON.parse(await load().reportText(id, 'json')))).toEqual(report);
});

test('load runs are stored: opened in another window, compared, saved, deleted and restored', async () => {
  const first = await openWindow();
  for (const users of [1, 2]) {
    first.load().setPlan({ users, durationS: 1 });
    await first.load().start();
  }
  const { report: latest, before } = first.load();
  expect(before?.model).toMatchObject({ users: 1 });

  const { load } = await openWindow();
  await load().loadRuns();
  expect(load().runs.map(({ name, model }) => [name, model])).toMatchObject([
    ['Shop', { users: 2 }],
    ['Shop', { users: 1 }],
  ]);
  const [newer, older] = load().runs;
  await load().open(newer?.id ?? 0);
  expect(load()).toMatchObject({ report: latest, seconds: latest?.seconds, before, shownId: newer?.id });
  await load().open(older?.id ?? 0);
  expect(load()).toMatchObject({ report: before, before: undefined });
  expect(JSON.parse(await load().reportText(older?.id ?? 0, 'json'))).toEqual(before);

  const undo = await load().remove(older?.id ?? 0);
  expect(load().runs.map(({ id }) => id)).toEqual([newer?.id]);
  expect(load().report).toBeUndefined();
  await undo();
  expect(load().runs).toHaveLength(2);
});

test('a load run that is read late does not replace what was chosen or started later', async () => {
  const delays = new Map<number, Promise<unknown>>();
  const { load } = await openWindow(delays);
  for (const users of [1, 2]) {
    load().setPlan({ users, durationS: 1 });
    await load().start();
  }
  const [newer, older] = load().runs.map(({ id }) => id);
  const late = Promise.withResolvers<void>();
  delays.set(older ?? 0, late.promise);
  const opening = load().open(older ?? 0);
  delays.delete(older ?? 0);
  await load().open(newer ?? 0);
  const running = load().start();
  late.resolve();
  await opening;
  expect(load().shownId).toBeUndefined();
  expect(load().runId).toBeDefined();
  await running;
  expect(load().report).toMatchObject({ model: { users: 2 } });
});

test('a wrong expectation is refused before anything is sent, and the run before it stays in view', async () => {
  const { load } = await openWindow();
  load().setPlan({ expectations: 'p95 < 300' });
  await expect(load().start()).rejects.toMatchObject({ code: 'InvalidParams' });
  expect(served).toBe(0);
  expect(load()).toMatchObject({ runId: undefined, model: undefined });
  load().setPlan({ expectations: '', users: 1, durationS: 1 });
  await load().start();
  const { report, shownId, runId } = load();
  load().setPlan({ expectations: 'p95 < 300' });
  await expect(load().start()).rejects.toMatchObject({ code: 'InvalidParams' });
  expect(load()).toMatchObject({ report, shownId, runId, seconds: report?.seconds });
});

test('Stop ends the run and keeps its measurements; arrivals keep their rate until then', async () => {
  const { load, runs } = await openWindow();
  load().setPlan({ kind: 'arrivals', perSecond: 20, durationS: 600 });
  const running = load().start();
  // What was served may not have been received yet; such a request is aborted, and not counted.
  await vi.waitFor(() => expect(load().progress?.requests).toBeGreaterThan(0), 10_000);
  runs().stop(runs().of('load'));
  await running;
  expect(load().report).toMatchObject({ outcome: 'stopped', model: { kind: 'arrivals', perSecond: 20 } });
  expect(load().report?.total.requests).toBeGreaterThan(0);
  expect(runs().active).toEqual([]);
  expect(runs().runs.at(-1)).toMatchObject({ scriptName: 'Load: Shop', status: 'stopped' });
});
