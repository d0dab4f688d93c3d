/** Load runs against a real server that counts the requests. */
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadReport, type LoadProgress } from '../../contract/load/load.ts';
import { emptyScopes } from '../../contract/scripts/script-context.ts';
import { loadCollection } from '../collection/files/collection-files.ts';
import { createMask } from '../platform/secrets/mask.ts';
import { listen } from '../testing/listen.ts';
import { createRunner } from '../testing/run.ts';
import { runLoad, type LoadRun } from './run-load.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const runner = createRunner();
let server: http.Server;
let base = '';
let served: string[] = [];
/** Awaited before a response is sent. */
let beforeAnswer: () => Promise<unknown> = () => Promise.resolve();
/** Those on which a request has arrived. A further request to `/closed` closes them. */
const usedConnections = new WeakSet<object>();
let atOnce = 0;
let mostAtOnce = 0;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    served.push(`${request.url ?? ''} ${request.headers.cookie ?? ''}`.trim());
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    response.on('close', () => (atOnce -= 1));
    const { socket } = request;
    if (request.url === '/closed' && usedConnections.has(socket)) return void socket.destroy();
    usedConnections.add(socket);
    response.setHeader('set-cookie', 'session=abc; Path=/');
    response.statusCode = request.url?.startsWith('/broken') ? 503 : 200;
    void beforeAnswer().then(() => response.end('{}'));
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await runner.sandboxes.close();
});
beforeEach(() => {
  served = [];
  mostAtOnce = 0;
  beforeAnswer = () => Promise.resolve();
});

async function collection(requests: Record<string, { path: string; before?: string; after?: string }>) {
  const root = temporaryFolder('load');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  Object.entries(requests).forEach(([name, { path: url, before, after }], seq) => {
    const scripts = [
      ...(before === undefined ? [] : [{ type: 'before-request', code: before }]),
      ...(after === undefined ? [] : [{ type: 'after-response', code: after }]),
    ];
    const file = { info: { name, seq }, http: { method: 'GET', url: `${base}${url}` }, runtime: { scripts } };
    writeFileSync(path.join(root, `${name}.yml`), JSON.stringify(file));
  });
  return (await loadCollection(root)).requests;
}
const users = { kind: 'users', users: 3, usersPerSecond: 1000, thinkMs: 0 } as const;
async function run(change: Pick<LoadRun, 'requests'> & Partial<LoadRun>, signal = new AbortController().signal) {
  const report = await runLoad(
    {
      runId: 'r',
      name: 'x',
      environment: null,
      scopes: emptyScopes(),
      model: users,
      durationMs: 1000,
      expectations: [],
      mask: createMask([]),
      dependencies: runner.dependencies({}),
      onProgress: () => undefined,
      ...change,
    },
    signal,
  );
  return loadReport.parse(report);
}
const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  beforeAnswer = () => promise;
  return resolve;
};

test('users in a loop: every request that the server has served is counted under the name of its request', async () => {
  const requests = await collection({ a: { path: '/a' }, b: { path: '/broken' } });
  const progress: LoadProgress[] = [];
  const release = hold();
  const running = run({ requests, onProgress: (item) => progress.push(item) });
  await expect.poll(() => atOnce).toBe(users.users);
  release();
  const report = await running;
  expect(report.total.requests).toBe(served.length);
  expect(report.rows.map(({ name, requests: count, failures }) => [name, count > 0, failures > 0])).toEqual([
    ['a', true, false],
    ['b', true, true],
  ]);
  expect(report.failures).toEqual([
    { name: 'b', method: 'GET', message: 'HTTP 503 Service Unavailable', count: report.rows[1]?.failures },
  ]);
  expect(report.outcome).toBe('failed');
  expect(mostAtOnce).toBe(users.users);
  expect(report.seconds.reduce((sum, { requests: count }) => sum + count, 0)).toBe(report.total.requests);
  expect(progress.at(-1)).toMatchObject({ requests: report.total.requests, failures: report.total.failures });
});

test('a request on a kept connection that the server closes is a failure, and is not sent again without being counted', async () => {
  const requests = await collection({ a: { path: '/closed', after: `await pm.sendRequest('${base}/closed');` } });
  const report = await run({ requests, model: { ...users, users: 1, thinkMs: 100 } });
  expect(report.total.failures).toBeGreaterThan(0);
  expect(report.total.requests).toBe(served.length);
});

test('users whose last request is awaited after the end count as running until the response', async () => {
  const requests = await collection({ a: { path: '/a' } });
  const release = hold();
  const running: number[] = [];
  const onProgress = ({ second }: LoadProgress) => {
    running.push(second.running);
    // The run has ended after 500 ms: the ending takes this second and the next one.
    if (running.length === 2) release();
  };
  const report = await run({ requests, durationMs: 500, onProgress });
  expect(running).toEqual([3, 3, 3]);
  expect(report.iterations).toBe(3);
});

test('each point of the time line is a second of the clock, although the process was blocked', async () => {
  const requests = await collection({ a: { path: '/a' } });
  const elapsed: number[] = [];
  const onProgress = ({ second: { second }, elapsedMs }: LoadProgress) => {
    elapsed.push(elapsedMs - second * 1000);
    if (second > 0) return;
    const endMs = performance.now() + 1500;
    while (performance.now() < endMs);
  };
  const { seconds } = await run({ requests, durationMs: 3500, onProgress });
  expect(seconds.map(({ second }) => second)).toEqual([0, 1, 2, 3]);
  // Each except for the last one is reported at its end, or where that was impossible as soon as possible.
  expect(Math.min(...elapsed.slice(0, -1))).toBeGreaterThanOrEqual(1000);
  expect(elapsed[2]).toBeLessThan(1400);
});

test('each iteration has fresh variables and cookies, and the next row of the data', async () => {
  const requests = await collection({
    a: {
      path: '/a?n={{n}}&before={{seen}}',
      before: "pm.variables.set('seen', pm.collectionVariables.get('mine') ?? 'nothing');",
      after: "pm.collectionVariables.set('mine', 'something');",
    },
  });
  const model = { ...users, users: 1 };
  const report = await run({ requests, model, data: [{ n: 1 }, { n: 2 }] });
  expect(report.outcome).toBe('passed');
  expect(served.length).toBeGreaterThan(2);
  expect(served.slice(0, 3)).toEqual(['/a?n=1&before=nothing', '/a?n=2&before=nothing', '/a?n=1&before=nothing']);
});

test('failed tests and script errors are failures with their messages, without secrets; requests of a script have separate rows', async () => {
  const requests = await collection({
    a: {
      path: '/a',
      after: `await pm.sendRequest('${base}/inner'); pm.test('is hunter2', () => pm.expect(1).to.equal(2));`,
    },
    b: { path: '/b', after: 'nowhere();' },
  });
  // Long enough for one iteration on a busy machine.
  const model = { ...users, users: 1, thinkMs: 1000 };
  const report = await run({ requests, model, durationMs: 4000, mask: createMask(['hunter2']) });
  const messages = report.failures.map(({ name, message }) => `${name}: ${message}`).sort();
  expect(messages).toEqual([
    expect.stringContaining('expected 1 to equal 2') as string,
    expect.stringContaining('b: ReferenceError: nowhere is not defined') as string,
  ]);
  expect(JSON.stringify(report)).not.toContain('hunter2');
  expect(report.rows.map(({ name }) => name).sort()).toEqual(['a', 'a / pm.sendRequest', 'b']);
  expect(report.total.requests).toBe(served.length);
});

test('arrivals: iterations start at the rate, independent of their duration, up to the limit; starts that were skipped are reported', async () => {
  const requests = await collection({ a: { path: '/a' } });
  const release = hold();
  const model = { kind: 'arrivals', perSecond: 50, spacing: 'constant', maxRunning: 20 } as const;
  let seconds = 0;
  // After the 1000 ms of the run, so that all further starts have been skipped.
  const onProgress = () => void (++seconds === 2 && release());
  const report = await run({ requests, model, onProgress });
  expect(mostAtOnce).toBe(20);
  expect(report.arrivals?.offered).toBeGreaterThan(45);
  expect(report.arrivals?.started).toBe(20);
  expect(report.warnings[0]).toContain('only 20 took place in time');
  expect(report.total.requests).toBe(20);
});

test('a server that is fast enough gets the offered rate within 2 %', async () => {
  const requests = await collection({ a: { path: '/a' } });
  const model = { kind: 'arrivals', perSecond: 50, spacing: 'constant', maxRunning: 50 } as const;
  const { arrivals, total, warnings } = await run({ requests, model, durationMs: 2000 });
  expect(arrivals?.offered).toBeGreaterThanOrEqual(98);
  expect(arrivals?.started).toBe(arrivals?.offered);
  expect(total.requests).toBe(arrivals?.started);
  expect(warnings.filter((text) => text.includes('starts'))).toEqual([]);
});

test('stop aborts running iterations at once, and reports what was measured before', async () => {
  const requests = await collection({ a: { path: '/a' }, b: { path: '/b' } });
  const stop = new AbortController();
  const running = run({ requests, durationMs: 60_000 }, stop.signal);
  await expect.poll(() => served.length).toBeGreaterThan(10);
  const release = hold();
  await expect.poll(() => atOnce).toBe(3);
  stop.abort();
  const report = await running;
  release();
  expect(report.outcome).toBe('stopped');
  // The three aborted iterations are not failures.
  expect(report.total).toMatchObject({ requests: served.length - 3, failures: 0 });
  expect(report.durationMs).toBeLessThan(30_000);
});

test('a run that is stopped while the server is silent has lasted until then, and not until its last response', async () => {
  const requests = await collection({ a: { path: '/a' } });
  const stop = new AbortController();
  let seconds = 0;
  const running = run({ requests, durationMs: 60_000, onProgress: () => ++seconds === 2 && stop.abort() }, stop.signal);
  await expect.poll(() => served.length).toBeGreaterThan(10);
  const release = hold();
  const { durationMs, total } = await running;
  release();
  expect(durationMs).toBeGreaterThan(1900);
  expect(total.requestsPerSecond).toBeCloseTo((total.requests * 1000) / durationMs);
});

test('a collection that cannot be sent does not block the process', async () => {
  const requests = (await collection({ a: { path: '/a' } })).map((item) => ({ ...item, damaged: 'It is damaged.' }));
  const report = await run({ requests, durationMs: 300 });
  expect(report.outcome).toBe('failed');
  expect(served).toEqual([]);
});

test('expectations decide the outcome', async () => {
  const requests = await collection({ a: { path: '/a' } });
  const { parseExpectation } = await import('./expectations.ts');
  const report = await run({ requests, expectations: ['errors < 1 %', 'min > 1 s'].map(parseExpectation) });
  expect(report.outcome).toBe('failed');
  expect(report.expectations.map(({ isMet }) => isMet)).toEqual([true, false]);
});
