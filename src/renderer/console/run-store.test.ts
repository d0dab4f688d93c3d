/** Runs beside each other: each part of the window starts and stops its own. */
import { expect, test, vi } from 'vitest';
import { hostContract, type HostApi, type HostSubscribe } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { createRunStore, type RunOwner } from './run-store.ts';

/** Runs last until they are stopped; `host.started` are those that the host knows, by the names of their scripts. */
function openWindow(prepareDebugging?: (runId: string) => Promise<boolean>) {
  const ports = memoryPorts();
  const host = {
    started: new Map<string, string>(),
    stopped: [] as string[],
    emit: (_event: RunEvent & { masked?: true }): void => expect.unreachable('No window listens.'),
    emitUnmasked: (_event: RunEvent): void => expect.unreachable('No window listens.'),
  };
  const api: Partial<HostApi> = {
    'runs.stop'({ runId }) {
      host.stopped.push(runId);
      return {};
    },
    'runs.start': ({ runId, scriptName }, signal) => {
      host.started.set(scriptName, runId);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          host.stopped.push(scriptName);
          resolve({ outcome: 'stopped' });
        });
      });
    },
  };
  const subscribe: HostSubscribe = (send) => {
    host.emit = (event) => send('run.event', event);
    host.emitUnmasked = (event) => send('run.unmasked', event);
    return () => undefined;
  };
  serve(hostContract, ports.server, api as HostApi, subscribe);
  const store = createRunStore(connect<typeof hostContract>(ports.client), prepareDebugging);
  const runs = store.getState;
  /** Begins a run, and waits until the host knows it. */
  async function begin(owner: RunOwner, scriptName: string, options = {}) {
    const ending = runs()
      .run(owner, { scriptName, source: '' }, options)
      // Stopping cancels the call.
      .catch(() => undefined);
    await vi.waitFor(() => expect(host.started.has(scriptName)).toBe(true));
    return { ending, runId: host.started.get(scriptName) ?? '' };
  }
  return { runs, host, begin };
}

test('a run that the window has not started is stopped by the host', async () => {
  const { runs, host } = openWindow();
  runs().stop('rehearsal');
  await vi.waitFor(() => expect(host.stopped).toEqual(['rehearsal']));
});

test('a run that is refused at its start leaves the run before it as the latest one', async () => {
  const { runs, host, begin } = openWindow();
  const { ending, runId } = await begin('load', 'first');
  host.emit({ type: 'run.started', scriptName: 'first', runId, seq: 0, at: '' });
  runs().stop(runId);
  await ending;
  await expect(runs().follow('runner', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(runs()).toMatchObject({ latest: runId, active: [], runs: [{ runId }] });
});

test('two tabs run beside each other, and stopping one leaves the other', async () => {
  const { runs, host, begin } = openWindow();
  const a = await begin('request a.yml', 'a');
  const b = await begin('request b.yml', 'b');
  expect([runs().of('request a.yml'), runs().of('request b.yml')]).toEqual([a.runId, b.runId]);
  runs().stop(b.runId);
  await b.ending;
  await vi.waitFor(() => expect(host.stopped).toEqual(['b']));
  expect([runs().of('request a.yml'), runs().of('request b.yml')]).toEqual([a.runId, undefined]);
  expect(runs().runs.map(({ status }) => status)).toEqual(['running', 'stopped']);
  expect(runs().latest).toBe(b.runId);
  runs().stop(undefined);
  expect(runs().active).toHaveLength(1);
  runs().stop(a.runId);
  await a.ending;
  expect([runs().active, runs().latest]).toEqual([[], a.runId]);
});

test('each run gets its own events, however they are mixed', async () => {
  const { runs, host, begin } = openWindow();
  const a = await begin('script a.js', 'a');
  const b = await begin('script b.js', 'b');
  [a, b, a].forEach(({ runId }, seq) =>
    host.emit({ type: 'console', level: 'log', text: `${seq}`, from: 'script', runId, seq, at: '' }),
  );
  await vi.waitFor(() => expect(runs().runs.map(({ entries }) => entries.length)).toEqual([2, 1]));
  runs().stopAll();
  await Promise.all([a.ending, b.ending]);
  await vi.waitFor(() => expect(host.stopped).toEqual(['a', 'b']));
});

test('secrets are masked until the person shows them, in lines that came before and after', async () => {
  const { runs, host, begin } = openWindow();
  const { ending, runId } = await begin('script a.js', 'a');
  const line = (seq: number, text: string) =>
    ({ type: 'console', level: 'log', text, from: 'script', runId, seq, at: '' }) as const;
  const texts = () =>
    runs().runs.flatMap(({ entries }) =>
      entries.map((entry) => 'event' in entry && 'text' in entry.event && entry.event.text),
    );
  host.emit(line(0, 'first'));
  await vi.waitFor(() => expect(texts()).toEqual(['first']));
  host.emit({ ...line(1, '(secret)'), masked: true });
  host.emitUnmasked(line(1, 'hunter2'));
  await vi.waitFor(() => expect(texts()).toEqual(['first', '(secret)']));
  runs().showSecrets(true);
  expect(texts()).toEqual(['first', 'hunter2']);
  host.emit(line(2, 'last'));
  await vi.waitFor(() => expect(texts()).toEqual(['first', 'hunter2', 'last']));
  runs().showSecrets(false);
  expect(texts()).toEqual(['first', '(secret)', 'last']);
  runs().stop(runId);
  await ending;
  expect(runs().runs.map(({ status }) => status)).toEqual(['stopped']);
  runs().clear();
  expect(runs().otherRuns.size).toBe(0);
});

test('an owner has one run at a time', async () => {
  const { runs, host, begin } = openWindow();
  const first = await begin('runner', 'first');
  await runs().run('runner', { scriptName: 'second', source: '' });
  expect([...host.started.keys()]).toEqual(['first']);
  runs().stop(first.runId);
  await first.ending;
  const second = await begin('runner', 'second');
  expect(runs().of('runner')).toBe(second.runId);
});

test('the run of a request that is renamed, or whose folder is, stays with it', async () => {
  const { runs, begin } = openWindow();
  const { runId } = await begin('request orders/one.yml', 'one');
  const other = await begin('request orders-old/one.yml', 'other');
  runs().renameRequests('orders', 'sales');
  expect(runs().of('request sales/one.yml')).toBe(runId);
  runs().renameRequests('sales/one.yml', 'sales/two.yml');
  expect(runs().of('request sales/two.yml')).toBe(runId);
  expect(runs().of('request orders-old/one.yml')).toBe(other.runId);
});

test('a second run is not debugged while one is; others go on beside it', async () => {
  const { runs, host, begin } = openWindow(() => Promise.resolve(true));
  await begin('request a.yml', 'a', { debugged: true });
  await runs().run('request b.yml', { scriptName: 'b', source: '' }, { debugged: true });
  expect(host.started.has('b')).toBe(false);
  await begin('request b.yml', 'b');
  expect(runs().active.map(({ debugged }) => debugged)).toEqual([true, false]);
});

test('the console forgets the oldest runs that have ended, and no run under way', async () => {
  const { runs, begin } = openWindow();
  const first = await begin('script waits.js', 'waits');
  for (let count = 0; count < 25; count += 1) {
    const { ending, runId } = await begin('request a.yml', `a ${count}`);
    runs().stop(runId);
    await ending;
  }
  expect(runs().runs).toHaveLength(20);
  expect(runs().runs[0]?.runId).toBe(first.runId);
  runs().clear();
  expect(runs().runs.map(({ runId }) => runId)).toEqual([first.runId]);
});
