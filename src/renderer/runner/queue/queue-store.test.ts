/** The queue of the runner with the real host, a real server and real workers. Needs `npm run build` first. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Core } from '../../../core/create-core.ts';
import { listen } from '../../../core/testing/listen.ts';
import { redisServer, startRedis, type RedisServer } from '../../../core/testing/redis-server.ts';
import { startedProcesses } from '../../../core/testing/started-processes.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { createRequestStore } from '../../collection/request-store.ts';
import { createRunStore } from '../../console/run-store.ts';
import { openDrafts } from '../../host/testing/open-drafts.ts';
import { createQueueStore } from './queue-store.ts';
import { createRunnerStore } from '../runner-store.ts';
import { connectTo, openTestCore } from '../../../core/testing/test-core.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';

const built = path.join(import.meta.dirname, '../../../../out/main');
let core: Core;
let root: string;
let config: string;
let target: http.Server;
let targetPort: number;
let requests: string[];
/** Awaited by the server before it responds, by path. */
let beforeAnswer: (url: string) => Promise<void>;
let redis: RedisServer | undefined;
const workers = startedProcesses();

beforeEach(async () => {
  if (!existsSync(path.join(built, 'cli.cjs'))) throw new Error('Run npm run build first.');
  config = temporaryFolder('config');
  process.env['OUTRIGGER_CONFIG_DIR'] = config;
  root = temporaryFolder('queue-store');
  requests = [];
  beforeAnswer = () => Promise.resolve();
  target = http.createServer((request, response) => {
    requests.push(request.url ?? '');
    void beforeAnswer(request.url ?? '').then(() => response.end('{}'));
  });
  targetPort = await listen(target);
  mkdirSync(path.join(root, 'f'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (const name of ['a', 'b', 'f/c']) writeRequest(name);
  core = await openTestCore(root);
});
afterEach(async () => {
  await core.close();
  await workers.end();
  await redis?.stop();
  redis = undefined;
  target.closeAllConnections();
  target.close();
});

function writeRequest(name: string): void {
  const code = "pm.variables.set('i', pm.info.iteration);";
  writeFileSync(
    path.join(root, `${name}.yml`),
    JSON.stringify({
      info: { name },
      http: { method: 'GET', url: `http://127.0.0.1:${targetPort}/${name}?i={{i}}&n={{n}}` },
      runtime: { scripts: [{ type: 'before-request', code }] },
    }),
  );
}
async function openWindow() {
  const { client, close } = connectTo(core);
  const drafts = await openDrafts(client);
  const runs = createRunStore(client);
  const workspace = testWorkspace(client, root, drafts);
  const requestStore = createRequestStore(client, runs, workspace, drafts);
  await requestStore.getState().load();
  const runner = createRunnerStore({ client, runs, requests: requestStore, drafts, workspace });
  const queue = createQueueStore({ client, runs, requests: requestStore, runner, workspace });
  await queue.getState().load();
  return { runs: runs.getState, runner: runner.getState, queue: queue.getState, close };
}
async function startWorker(password = ''): Promise<void> {
  const url = `redis://${password && `:${password}@`}127.0.0.1:${redis?.port}`;
  const args = [path.join(built, 'cli.cjs'), 'worker', root, '--engine', url];
  const { printed } = workers.start(process.execPath, args, { cwd: root });
  await vi.waitFor(() => expect(printed.output).toContain('takes parts'), 20_000);
}
const stored = () =>
  readdirSync(config, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('settings.json'))
    .map((name) => readFileSync(path.join(config, name), 'utf8'))
    .join();

test('an invalid address changes nothing; an unreachable server is a problem with an explanation', async () => {
  const { queue, runner, runs } = await openWindow();
  await queue().save({ on: true });
  await expect(queue().save({ address: 'http://x' })).rejects.toMatchObject({ code: 'InvalidParams' });
  expect(queue().settings.address).toBe('');
  await queue().save({ address: 'redis://127.0.0.1:1' });
  expect(queue().check?.problem?.message).toContain('The queue at redis://127.0.0.1:1 cannot be reached');
  runner().check('', true);
  await expect(queue().startRun()).rejects.toThrow('cannot be reached');
  expect(runs().of('runner')).toBeUndefined();
});

describe.skipIf(redisServer === undefined)('with a server', () => {
  test('problems of a server are reported before a run: its password, its disk, its memory', async () => {
    redis = await startRedis(temporaryFolder('redis'), {
      options: ['--appendonly', 'no', '--requirepass', 'secret word/1'],
    });
    const { queue } = await openWindow();
    await queue().save({ on: true, address: redis.url });
    expect(queue().check?.problem?.message).toMatch(/NOAUTH/);
    await queue().save({ address: `redis://:${encodeURIComponent('secret word/1')}@127.0.0.1:${redis.port}` });
    expect(queue().settings).toMatchObject({ address: redis.url, hasPassword: true });
    expect(queue().check).toMatchObject({ problem: null, workers: [] });
    expect(queue().check?.warnings.join()).toContain('does not write what it holds to disk');
    expect(stored()).toContain(redis.url);
    expect(stored()).not.toContain('secret');
    // The password of this server is not sent to another one.
    await queue().save({ address: 'redis://127.0.0.1:1' });
    expect(queue().settings.hasPassword).toBe(false);
    await redis.stop();
    redis = await startRedis(temporaryFolder('redis'), {
      options: ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'],
    });
    await queue().save({ address: redis.url });
    expect(queue().check?.problem?.message).toContain('maxmemory-policy allkeys-lru');
  }, 60_000);

  test('chosen requests in their order, with data, are run by a worker and reported like any run', async () => {
    redis = await startRedis(temporaryFolder('redis'));
    writeFileSync(path.join(root, 'rows.csv'), '\uFEFFn\n1\n2\n');
    const { queue, runner } = await openWindow();
    await queue().save({ on: true, address: redis.url, partSize: 1 });
    await startWorker();
    await vi.waitFor(async () => {
      await queue().refresh();
      expect(queue().check?.workers).toMatchObject([{ concurrency: 1, environment: null, difference: null }]);
    }, 10_000);
    runner().check('b.yml', false);
    runner().moveBefore('f', null);
    await runner().setData({ name: 'rows.csv', text: '\uFEFFn\n1\n2\n' });
    await queue().startRun();
    expect(queue().progress).toMatchObject({
      workers: [{ running: 0, done: 4, isPresent: true }],
      notice: null,
      parts: { total: 4, waiting: 0, running: 0, done: 4, retried: 0, failed: 0 },
      requests: 4,
    });
    const { shown } = runner();
    expect(shown).toMatchObject({ outcome: 'passed', name: 'Shop, 2 of 3 requests', iterations: 2 });
    expect(shown?.requests.map(({ iteration, id }) => `${iteration} ${id}`).sort()).toEqual(
      ['0 a.yml', '0 f/c.yml', '1 a.yml', '1 f/c.yml'].sort(),
    );
    expect([...requests].sort()).toEqual(['/a?i=0&n=1', '/a?i=1&n=2', '/f/c?i=0&n=1', '/f/c?i=1&n=2']);
    expect(runner().runs).toHaveLength(1);
    writeRequest('d');
    await queue().refresh();
    expect(queue().check?.workers).toMatchObject([{ difference: expect.stringContaining('d.yml') as string }]);
  }, 60_000);

  test('Stop ends the run on the queue; closing the window leaves it, and another window collects it', async () => {
    redis = await startRedis(temporaryFolder('redis'));
    const first = await openWindow();
    await first.queue().save({ on: true, address: redis.url, partSize: 3 });
    await startWorker();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    beforeAnswer = (url) => (url.startsWith('/b?i=1') ? released : Promise.resolve());
    first.runner().check('', true);
    first.runner().setPlan({ iterations: 3 });
    const firstRun = first.queue().startRun();
    await vi.waitFor(() => expect(requests).toContain('/b?i=1&n={{n}}'), 20_000);
    first.close();
    await expect(firstRun).rejects.toMatchObject({ code: 'Disconnected' });

    const second = await openWindow();
    await vi.waitFor(async () => {
      await second.queue().refresh();
      expect(second.queue().check?.unfinished).toMatchObject([{ parts: 3, done: 1 }]);
    }, 10_000);
    const collected = second.queue().attach(second.queue().check?.unfinished[0]?.id ?? '');
    release();
    await collected;
    expect(second.runner().shown).toMatchObject({ outcome: 'passed' });
    expect(second.runner().shown?.requests).toHaveLength(9);
    expect(requests.filter((url) => url.startsWith('/b?i=1'))).toHaveLength(1);
    expect(second.queue().check?.unfinished).toEqual([]);

    requests = [];
    beforeAnswer = (url) => (url.startsWith('/b?i=1') ? new Promise(() => undefined) : Promise.resolve());
    // The closed window may not have stored its choice of requests yet.
    second.runner().check('', true);
    second.runner().setPlan({ iterations: 20 });
    const stopped = second.queue().startRun();
    await vi.waitFor(() => expect(requests).toContain('/b?i=1&n={{n}}'), 20_000);
    second.runs().stop(second.runs().of('runner'));
    await stopped;
    expect(second.runner().shown?.outcome).toBe('stopped');
    expect(second.queue().check?.unfinished).toEqual([]);
    expect(requests.filter((url) => /i=[2-9]/.test(url))).toEqual([]);
  }, 90_000);

  test('Stop while the server is unreachable ends the run here, and reports that it stays on the queue', async () => {
    redis = await startRedis(temporaryFolder('redis'));
    const { queue, runner, runs } = await openWindow();
    await queue().save({ on: true, address: redis.url });
    runner().check('', true);
    const notices = new Set<string | null | undefined>();
    const stopped = queue().startRun();
    await vi.waitFor(() => expect(queue().progress?.parts.waiting).toBe(1), 10_000);
    await redis.stop();
    await vi.waitFor(() => expect(queue().progress?.notice).toContain('is not reachable'), 10_000);
    const timer = setInterval(() => notices.add(queue().progress?.notice), 5);
    runs().stop(runs().of('runner'));
    await stopped;
    clearInterval(timer);
    expect(runner().shown?.outcome).toBe('stopped');
    expect([queue().progress?.notice, ...notices].join()).toContain('stays there');
  }, 60_000);
});
