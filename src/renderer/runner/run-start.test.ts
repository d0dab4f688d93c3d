/** Which run the runner shows while several calls of the host are under way. */
import { expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand';
import { newReport } from '../../contract/runs/fold-report.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import type { RequestStore } from '../collection/request-store.ts';
import { createRunStore } from '../console/run-store.ts';
import type { Drafts } from '../host/drafts.ts';
import { createRunnerStore } from './runner-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

type Reply = (value: unknown) => void;

/** A runner whose host answers a call when the test does. */
function openRunner() {
  const listeners: ((event: RunEvent) => void)[] = [];
  const pending: { name: string; params: Record<string, unknown>; resolve: Reply; reject: Reply }[] = [];
  const client = {
    call: (name: string, params: Record<string, unknown>) =>
      name === 'runner.list'
        ? Promise.resolve({ runs: [] })
        : new Promise((resolve, reject) => pending.push({ name, params, resolve, reject })),
    on(name: string, listener: (event: RunEvent) => void) {
      if (name === 'run.event') listeners.push(listener);
    },
  } as unknown as HostClient;
  const requests = createStore(() => ({
    collection: null,
    environment: null,
    unsavedEdits: () => Promise.resolve({ requests: [], folders: [] }),
  })) as unknown as StoreApi<RequestStore>;
  const drafts = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined } as unknown as Drafts;
  const runs = createRunStore(client);
  const workspace = testWorkspace(client, '/w');
  const runner = createRunnerStore({ client, runs, requests, drafts, workspace }).getState;
  /** The oldest call of this name that is not answered yet. */
  const nextCall = async (name: string) => {
    await expect.poll(() => pending.some((call) => call.name === name)).toBe(true);
    const [call] = pending.splice(
      pending.findIndex((call) => call.name === name),
      1,
    );
    if (!call) throw new Error(`There is no call ${name}.`);
    return call;
  };
  const emitStart = (runId: unknown, name: string) => {
    const event = { type: 'run.started', runId, seq: 1, at: new Date().toISOString(), scriptName: name } as RunEvent;
    for (const listener of listeners) listener(event);
  };
  return { runner, nextCall, emitStart };
}
const reportOf = (name: string) => ({ report: { ...newReport(), name, outcome: 'passed' } });

test('a second start has no effect on the run under way, whose progress is still shown', async () => {
  const { runner, nextCall, emitStart } = openRunner();
  const first = runner().start();
  const second = runner().start();
  const { params, resolve } = await nextCall('runner.start');
  await second;
  emitStart(params['runId'], 'live');
  await expect.poll(() => runner().shown?.name).toBe('live');
  resolve({ id: 7 });
  (await nextCall('runner.get')).resolve(reportOf('result'));
  await first;
  expect(runner()).toMatchObject({ shownId: 7, shown: { name: 'result' } });
});

test('an earlier run that is chosen during a run stays shown until the run ends', async () => {
  const { runner, nextCall, emitStart } = openRunner();
  const running = runner().start();
  const { params, resolve } = await nextCall('runner.start');
  const showing = runner().show(3);
  (await nextCall('runner.get')).resolve(reportOf('earlier'));
  await showing;
  emitStart(params['runId'], 'live');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(runner()).toMatchObject({ shownId: 3, shown: { name: 'earlier' } });
  resolve({ id: 7 });
  (await nextCall('runner.get')).resolve(reportOf('result'));
  await running;
  expect(runner()).toMatchObject({ shownId: 7, shown: { name: 'result' } });
});

test('of two earlier runs, the one that was chosen last is shown, whichever is read first', async () => {
  const { runner, nextCall } = openRunner();
  const showing = [runner().show(3), runner().show(4)];
  const [third, fourth] = [await nextCall('runner.get'), await nextCall('runner.get')];
  fourth.resolve(reportOf('fourth'));
  third.resolve(reportOf('third'));
  await Promise.all(showing);
  expect(runner()).toMatchObject({ shownId: 4, shown: { name: 'fourth' } });
});

test('an earlier run that is still being read does not replace a run that has begun', async () => {
  const { runner, nextCall } = openRunner();
  const showing = runner().show(3);
  const earlier = await nextCall('runner.get');
  void runner().start();
  await nextCall('runner.start');
  earlier.resolve(reportOf('earlier'));
  await showing;
  expect(runner()).toMatchObject({ shownId: undefined, shown: { outcome: 'running' } });
});

test('a run that the host refuses is not shown as running', async () => {
  const { runner, nextCall, emitStart } = openRunner();
  const refused = runner().start();
  (await nextCall('runner.start')).reject(new Error('The data is damaged.'));
  await expect(refused).rejects.toThrow('damaged');
  expect(runner().shown).toBeUndefined();

  const broken = runner().start();
  const { params, reject } = await nextCall('runner.start');
  emitStart(params['runId'], 'begun');
  reject(new Error('The disk is full.'));
  await expect(broken).rejects.toThrow('full');
  expect(runner().shown).toMatchObject({ name: 'begun', outcome: 'stopped' });
});

test('of two data files, the one that was chosen last is used; a removed one does not come back', async () => {
  const { runner, nextCall } = openRunner();
  const preview = { total: 1, columns: ['a'], rows: [['1']] };
  const choosing = ['large.csv', 'small.csv'].map((name) => runner().setData({ name, text: 'a\n1' }));
  const [large, small] = [await nextCall('runner.previewData'), await nextCall('runner.previewData')];
  small.resolve(preview);
  await choosing[1];
  large.resolve(preview);
  await choosing[0];
  expect(runner().plan.data?.name).toBe('small.csv');
  const late = runner().setData({ name: 'late.csv', text: 'a\n1' });
  const call = await nextCall('runner.previewData');
  await runner().setData(null);
  call.resolve(preview);
  await late;
  expect(runner().plan.data).toBeNull();
});
