/**
 * Runs over many machines, with a real server, real workers and a real submitter, some of which are killed. Needs
 * `npm run build` before.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReportRequest } from '../contract/report.ts';
import { findExecutable } from '../core/processes/find-executable.ts';
import { killTree } from '../core/processes/kill-tree.ts';
import { listProcesses } from '../core/processes/process-list.ts';
import { alive } from '../core/testing/alive.ts';

const cli = path.join(import.meta.dirname, '../../out/main/cli.cjs');
const redisServer = await findExecutable('redis-server', process.env);
const started: ChildProcess[] = [];
let folder: string;
let port: number;
let target: http.Server;
let requests: string[] = [];
/** What the server waits for before it answers, by path. */
let beforeAnswer: (url: string) => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  if (!existsSync(cli)) throw new Error('Run npm run build first.');
  target = http.createServer((request, response) => {
    requests.push(request.url ?? '');
    void beforeAnswer(request.url ?? '').then(() => response.end('{}'));
  });
  await listen(target);
});
afterAll(() => {
  target.closeAllConnections();
  target.close();
});
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'outrigger-run-queue-'));
  requests = [];
  beforeAnswer = () => Promise.resolve();
  port = await freePort();
  mkdirSync(path.join(folder, 'shop'));
  writeFileSync(path.join(folder, 'shop/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  request('a', "pm.test('ok', () => pm.response.to.have.status(200));");
  request('b', "console.log('row', pm.iterationData.get('n'), pm.environment.get('token'));");
});
afterEach(async () => {
  for (const { pid, exitCode, signalCode } of started.splice(0).reverse()) {
    if (pid !== undefined && exitCode === null && signalCode === null) await killTree(pid);
  }
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
async function freePort(): Promise<number> {
  const server = createServer();
  const free = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return free;
}
function request(name: string, after: string, before = ''): void {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/${name}?i={{i}}`;
  const scripts = [
    { type: 'before-request', code: `pm.variables.set('i', pm.info.iteration); ${before}` },
    { type: 'after-response', code: after },
  ];
  writeFileSync(
    path.join(folder, `shop/${name}.yml`),
    JSON.stringify({ info: { name }, http: { method: 'GET', url }, runtime: { scripts } }),
  );
}
function start(args: string[], env: NodeJS.ProcessEnv = {}, cwd = folder) {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...process.env, ...env } });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, output: () => output, ended };
}
const engine = () => ['--engine', `redis://127.0.0.1:${port}`];
const worker = (...args: string[]) => start(['worker', 'shop', ...engine(), ...args]);
const run = (...args: string[]) =>
  start(['run', 'shop', ...engine(), '--reporter', 'cli', '--reporter', 'ndjson', '--out', 'r.ndjson', ...args]);
async function startRedis(): Promise<ChildProcess> {
  const server = spawn(
    redisServer ?? '',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  started.push(server);
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain('Ready to accept connections'), 10_000);
  return server;
}
/** Each request of the report as "iteration name", in the order of the run. */
function reported(): string[] {
  const lines = readFileSync(path.join(folder, 'r.ndjson'), 'utf8').trim().split('\n').slice(0, -1);
  const of = (line: string) => JSON.parse(line) as ReportRequest;
  return lines
    .map((line) => `${of(line).iteration} ${of(line).name}`)
    .sort((a, b) => Number.parseInt(a) - Number.parseInt(b) || (a < b ? -1 : 1));
}
const wholeOf = (iterations: number) => Array.from({ length: iterations }, (_, at) => [`${at} a`, `${at} b`]).flat();
async function descendantsOf(pid: number): Promise<number[]> {
  const processes = await listProcesses();
  const children = (parent: number): number[] =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...children(one.pid)]);
  return children(pid);
}

describe.skipIf(redisServer === undefined || process.platform === 'win32')('with a server', () => {
  test("two workers do the parts; the report has each request once; secrets and data are the worker's own", async () => {
    await startRedis();
    writeFileSync(path.join(folder, 'rows.csv'), `n\n${Array.from({ length: 30 }, (_, at) => `r${at}`).join('\n')}\n`);
    mkdirSync(path.join(folder, 'shop/environments'));
    writeFileSync(
      path.join(folder, 'shop/environments/Local.yml'),
      'name: Local\nvariables:\n  - secret: true\n    name: token\n',
    );
    const workers = [1, 2].map(() =>
      start(['worker', 'shop', ...engine(), '--env', 'Local'], { OUTRIGGER_SECRET_TOKEN: 'very-secret-token' }),
    );
    const { code, output } = await run('--env', 'Local', '--iteration-data', 'rows.csv', '--part-size', '6').ended;
    expect(code, output).toBe(0);
    expect(reported()).toEqual(wholeOf(30));
    expect(output).toContain('row r29 (secret)');
    expect(output).not.toContain('very-secret');
    expect(output).toMatch(/part 10 of 10: done by \S+/);
    for (const { child } of workers) child.kill('SIGINT');
    for (const { ended } of workers) expect((await ended).code).toBe(0);
  }, 60_000);

  test('a killed worker: its part is done again, nothing is missing or there twice, and nothing of it is left', async () => {
    await startRedis();
    request('b', '', "if (pm.info.iteration === 3) await pm.executeAsync('waits.sh');");
    mkdirSync(path.join(folder, 'shop/programs'));
    writeFileSync(
      path.join(folder, 'shop/programs/waits.sh'),
      'if [ -e ../../seen ]; then exit; fi; touch ../../seen; sleep 600',
    );
    const first = worker('--allow-programs');
    const running = run('--iteration-count', '20', '--part-size', '4');
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'seen'))).toBe(true), 30_000);
    const processes = await descendantsOf(first.child.pid ?? 0);
    expect(processes.length).toBeGreaterThanOrEqual(3);
    first.child.kill('SIGKILL');
    worker('--allow-programs');
    const { code, output } = await running.ended;
    expect(code, output).toBe(0);
    expect(reported()).toEqual(wholeOf(20));
    expect(output).toMatch(/part 2 of 10: again, attempt 2/);
    await vi.waitFor(async () => expect(await alive(processes)).toEqual([]), 15_000);
  }, 120_000);

  test('a killed submitter: another command collects the run, with what was done before', async () => {
    await startRedis();
    worker();
    const { promise: go, resolve: release } = Promise.withResolvers<void>();
    beforeAnswer = (url) => (url === '/b?i=7' ? go : Promise.resolve());
    const first = run('--iteration-count', '10', '--part-size', '2');
    await vi.waitFor(() => expect(requests).toContain('/b?i=7'), 30_000);
    first.child.kill('SIGKILL');
    const [, id = ''] = /--attach (\w+)/.exec(first.output()) ?? [];
    release();
    const { code, output } = await run('--attach', id).ended;
    expect(code, output).toBe(0);
    expect(reported()).toEqual(wholeOf(10));
    const again = await run('--attach', id).ended;
    expect(again.code).toBe(2);
    expect(again.output).toContain(`The queue has no run ${id}`);
  }, 60_000);

  test('a killed server comes back with what it had written, and the run goes on', async () => {
    const server = await startRedis();
    worker();
    const { promise: go, resolve: release } = Promise.withResolvers<void>();
    beforeAnswer = (url) => (url === '/b?i=4' ? go : Promise.resolve());
    const running = run('--iteration-count', '8', '--part-size', '2');
    await vi.waitFor(() => expect(requests).toContain('/b?i=4'), 30_000);
    server.kill('SIGKILL');
    await once(server, 'close');
    await vi.waitFor(() => expect(running.output()).toContain('is not reachable'), 10_000);
    release();
    await startRedis();
    const { code, output } = await running.ended;
    expect(code, output).toBe(0);
    expect(output).toContain('is reachable again');
    expect(reported()).toEqual(wholeOf(8));
  }, 120_000);

  test('a worker with other files refuses by their name, and another does the part', async () => {
    await startRedis();
    const other = mkdtempSync(path.join(tmpdir(), 'outrigger-run-queue-'));
    cpSync(path.join(folder, 'shop'), path.join(other, 'shop'), { recursive: true });
    writeFileSync(
      path.join(other, 'shop/b.yml'),
      readFileSync(path.join(folder, 'shop/b.yml'), 'utf8').replace('row', 'col'),
    );
    const wrong = start(['worker', 'shop', ...engine()], {}, other);
    await vi.waitFor(() => expect(wrong.output()).toContain('takes parts'), 20_000);
    const running = run('--iteration-count', '2');
    const refused = await wrong.ended;
    expect(refused.code).toBe(2);
    expect(refused.output).toContain(
      'This worker has other files than the run: collection/b.yml has another content here.',
    );
    worker();
    expect((await running.ended).code).toBe(0);
    expect(reported()).toEqual(wholeOf(2));
  }, 60_000);

  test('--no-retry: a part whose worker has died is an error of each of its requests', async () => {
    await startRedis();
    beforeAnswer = (url) => (url === '/b?i=1' ? new Promise(() => undefined) : Promise.resolve());
    const first = worker();
    const running = run('--iteration-count', '3', '--part-size', '2', '--no-retry');
    await vi.waitFor(() => expect(requests).toContain('/b?i=1'), 30_000);
    first.child.kill('SIGKILL');
    worker();
    const { code, output } = await running.ended;
    expect(code, output).toBe(1);
    expect(reported()).toEqual(wholeOf(3));
    expect(output).toMatch(/Part 2 of 3 was given up/);
    expect(requests.filter((url) => url === '/b?i=1')).toHaveLength(1);
  }, 120_000);

  test('--rate-limit spreads the parts over time for all workers together, and ends with its run', async () => {
    await startRedis();
    const begun: number[] = [];
    beforeAnswer = (url) => {
      if (url.startsWith('/a')) begun.push(performance.now());
      return Promise.resolve();
    };
    const workers = [worker(), worker('--concurrency', '2')];
    for (const { output } of workers) await vi.waitFor(() => expect(output()).toContain('takes parts'), 30_000);
    // A part has two requests: one every 500 ms.
    const parts = ['--iteration-count', '6', '--part-size', '2'];
    const limited = await run(...parts, '--rate-limit', '4').ended;
    expect(limited.code, limited.output).toBe(0);
    expect(reported()).toEqual(wholeOf(6));
    expect(begun).toHaveLength(6);
    expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(5 * 500 * 0.8);
    const free = await run(...parts).ended;
    expect(free.code, free.output).toBe(0);
    expect((begun.at(-1) ?? 0) - (begun[6] ?? 0)).toBeLessThan(5 * 500 * 0.8);
    const attached = await run('--attach', '123', '--rate-limit', '4').ended;
    expect(attached.code).toBe(2);
    expect(attached.output).toContain('cannot be changed by --attach');
  }, 120_000);

  test('Ctrl+C ends the parts that run, removes those that wait, and the report has what was done', async () => {
    await startRedis();
    const { promise: go, resolve: release } = Promise.withResolvers<void>();
    beforeAnswer = (url) => (url === '/b?i=2' ? go : Promise.resolve());
    const doing = worker();
    const running = run('--iteration-count', '50', '--part-size', '2');
    await vi.waitFor(() => expect(requests).toContain('/b?i=2'), 30_000);
    await vi.waitFor(() => expect(running.output()).toContain('part 2 of 50: done'), 30_000);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(reported()).toEqual(wholeOf(2));
    // The worker notices that the run is over, and is free for another one.
    const next = await run('--iteration-count', '1').ended;
    expect(next.code, next.output).toBe(0);
    expect(requests.filter((url) => /i=[3-9]/.test(url))).toEqual([]);
    release();
    doing.child.kill('SIGINT');
    expect((await doing.ended).code).toBe(0);
  }, 60_000);
});

test('a queue that cannot be reached, and options that have no meaning, are told before anything runs', async () => {
  const unreachable = await run('--iteration-count', '1').ended;
  expect(unreachable.code).toBe(3);
  expect(unreachable.output).toContain(`The queue at redis://127.0.0.1:${port} cannot be reached`);
  const wrong = await run('--env-var', 'token=1').ended;
  expect(wrong.code).toBe(2);
  expect(wrong.output).toContain('--env-var has no meaning for a run that workers do.');
  expect((await start(['worker', 'shop', '--engine', 'http://x']).ended).output).toContain(
    'http://x is no address of a queue',
  );
}, 30_000);
