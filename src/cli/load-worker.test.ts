/**
 * `outrigger worker --load` with a real master of Locust, real workers, and a server that counts what it gets. Needs
 * `npm run build` before.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { Router } from 'zeromq';
import { pack, unpack } from 'msgpackr';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findExecutable } from '../core/processes/find-executable.ts';
import { killTree } from '../core/processes/kill-tree.ts';
import { listProcesses } from '../core/processes/process-list.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const root = path.join(import.meta.dirname, '../..');
const cli = path.join(root, 'out/main/cli.cjs');
const locust = await findExecutable('locust', process.env);
const started: ChildProcess[] = [];
let folder: string;
let port: number;
let target: http.Server;
let served = 0;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  if (!existsSync(cli)) throw new Error('Run npm run build first.');
  target = http.createServer((_request, response) => {
    served += 1;
    response.end('{}');
  });
  await listen(target);
});
afterAll(() => {
  target.closeAllConnections();
  target.close();
});
beforeEach(async () => {
  folder = temporaryFolder('load-worker');
  served = 0;
  port = await freePort();
  mkdirSync(path.join(folder, 'shop/programs'), { recursive: true });
  writeFileSync(path.join(folder, 'shop/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  request('a', "pm.test('ok', () => pm.response.to.have.status(200));");
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
function request(name: string, code: string): void {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/${name}`;
  const file = {
    info: { name },
    http: { method: 'GET', url },
    runtime: { scripts: [{ type: 'after-response', code }] },
  };
  writeFileSync(path.join(folder, `shop/${name}.yml`), JSON.stringify(file));
}
function start(file: string, args: string[]) {
  const child = spawn(file, args, { cwd: folder });
  started.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  }
  return { child, output, ended: once(child, 'close').then(([code]) => code as number | null) };
}
const worker = (...more: string[]) =>
  start(process.execPath, [cli, 'worker', 'shop', '--load', `tcp://127.0.0.1:${port}`, ...more]);
const master = (...args: string[]) =>
  start(locust ?? 'locust', [
    ...['-f', path.join(root, 'resources/outrigger.py'), '--master', '--headless'],
    ...['--master-bind-host', '127.0.0.1', '--master-bind-port', String(port), '--csv', 'load', ...args],
  ]);
/** The row of the statistics that the master writes. */
function rowOf(name: string): Record<string, string> {
  const lines = readFileSync(path.join(folder, 'load_stats.csv'), 'utf8').trim().split('\n');
  const [head = '', ...rows] = lines;
  const row = rows.find((line) => line.split(',')[1] === name);
  return Object.fromEntries(head.split(',').map((key, at) => [key, row?.split(',')[at] ?? '']));
}
async function familyOf(pid: number | undefined): Promise<number[]> {
  const all = await listProcesses();
  const inside = (one: { parent: number } | undefined): boolean =>
    one !== undefined && (one.parent === pid || inside(all.find((other) => other.pid === one.parent)));
  return all.filter(inside).map((one) => one.pid);
}
const stillThere = async (pids: readonly number[]) => (await listProcesses()).filter(({ pid }) => pids.includes(pid));

describe.skipIf(locust === undefined)('with a real master', () => {
  test('two workers: what the master counts is what the server has served, with tests and their failures', async () => {
    request('b', "pm.test('teapot', () => pm.response.to.have.status(418));");
    const workers = [worker(), worker()];
    const { ended, output } = master('Users', '-u', '6', '-r', '6', '-t', '8s', '--expect-workers', '2');
    // Its exit code says that requests have failed.
    expect(await ended, output.text).toBe(1);
    expect(await Promise.all(workers.map((one) => one.ended))).toEqual([0, 0]);
    expect(output.text).toMatch(/\{"Users": 6\} \(6 total users\)/);
    const total = rowOf('Aggregated');
    expect(Number(total['Request Count']) / served).toBeGreaterThanOrEqual(0.99);
    expect(Number(total['Request Count'])).toBeLessThanOrEqual(served);
    expect(rowOf('a')).toMatchObject({ Type: 'GET', 'Failure Count': '0' });
    const { 'Request Count': count, 'Failure Count': failures } = rowOf('b');
    expect(failures).toBe(count);
    expect(readFileSync(path.join(folder, 'load_failures.csv'), 'utf8')).toContain('Test ""teapot""');
  });

  test('arrivals: the rate is the number of users', async () => {
    const one = worker();
    const { ended, output } = master('Arrivals', '-u', '20', '-r', '20', '-t', '10s', '--expect-workers', '1');
    expect(await ended, output.text).toBe(0);
    expect(await one.ended).toBe(0);
    expect(served).toBeGreaterThan(140);
    expect(served).toBeLessThan(260);
    expect(Number(rowOf('a')['Request Count']) / served).toBeGreaterThanOrEqual(0.99);
  });

  test('a killed worker: its programs end, and the others go on with its users', async () => {
    writeFileSync(path.join(folder, 'shop/programs/wait.js'), 'setInterval(() => {}, 1000);');
    request('b', "await pm.executeAsync('wait.js');");
    const workers = [worker('--allow-programs'), worker('--allow-programs')];
    const options = ['-u', '4', '-r', '4', '-t', '60s', '--expect-workers', '2', '--enable-rebalancing'];
    const running = master('Users', ...options);
    // Each of the four users has sent both requests, and waits for its program.
    await expect.poll(() => served, { timeout: 30_000 }).toBe(8);
    const [dead, survivor] = workers;
    const family = await familyOf(dead?.child.pid);
    expect(family.length).toBeGreaterThan(2);
    dead?.child.kill('SIGKILL');
    await expect.poll(() => stillThere(family), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => served, { timeout: 30_000 }).toBe(12);
    running.child.kill('SIGINT');
    expect(await survivor?.ended).toBe(0);
    expect(survivor?.output.text).toContain('has ended the run');
  });

  test('the master is killed: users stop, and the worker goes on with the next master', async () => {
    const one = worker();
    const first = master('Users', '-u', '2', '-r', '2', '-t', '60s', '--expect-workers', '1');
    await expect.poll(() => served, { timeout: 30_000 }).toBeGreaterThan(10);
    first.child.kill('SIGKILL');
    await expect.poll(() => one.output.text, { timeout: 20_000 }).toContain('is gone: users are stopped');
    const before = served;
    const second = master('Users', '-u', '2', '-r', '2', '-t', '3s', '--expect-workers', '1');
    expect(await second.ended, second.output.text).toBe(0);
    expect(await one.ended).toBe(0);
    expect(Number(rowOf('Aggregated')['Request Count'])).toBeGreaterThan(0);
    expect(served).toBeGreaterThan(before);
  });

  test('Ctrl+C of a worker: the master hears of it, and nothing is left', async () => {
    const one = worker();
    const running = master('Users', '-u', '2', '-r', '2', '-t', '60s', '--expect-workers', '1');
    await expect.poll(() => served, { timeout: 30_000 }).toBeGreaterThan(10);
    const family = await familyOf(one.child.pid);
    one.child.kill('SIGINT');
    expect(await one.ended).toBe(0);
    await running.ended;
    expect(running.output.text).toContain('The last worker quit');
    await expect.poll(() => stillThere(family), { timeout: 20_000 }).toEqual([]);
    expect(Number(rowOf('Aggregated')['Request Count']) / served).toBeGreaterThanOrEqual(0.99);
  });
});

test('what is no message of a master is said once, and changes nothing', async () => {
  const socket = new Router();
  await socket.bind(`tcp://127.0.0.1:${port}`);
  try {
    const one = worker();
    const [id, ready] = await socket.receive();
    expect(unpack(ready ?? Buffer.alloc(0))).toEqual(['client_ready', -1, id?.toString()]);
    const spawnMessage = (counts: object, timestamp: number) =>
      pack(['spawn', { timestamp, user_classes_count: counts, stop_timeout: null }, id?.toString()]);
    const bad = [Buffer.from('x'), pack(['spawn', 7, 'w']), pack('stop'), spawnMessage({ Users: -1 }, 1)];
    for (const bytes of bad) await socket.send([id ?? '', bytes]);
    await socket.send([id ?? '', pack(['save_the_world', null, 'w'])]);
    await socket.send([id ?? '', spawnMessage({ Users: 1, Strangers: 5 }, 2)]);
    await expect.poll(() => served, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(one.output.text.match(/no message of Locust/g)?.length).toBeLessThanOrEqual(bad.length);
    expect(one.output.text).toContain('the user class Strangers');
    const seen: string[] = [];
    let cpu: unknown;
    for (let count = 0; count < 30 && !(seen.includes('stats') && seen.includes('heartbeat')); count += 1) {
      const [, bytes] = await socket.receive();
      const [type, data] = unpack(bytes ?? Buffer.alloc(0)) as [string, Record<string, unknown> | null];
      seen.push(type);
      if (type === 'heartbeat') cpu = data?.['current_cpu_usage'];
      if (type === 'spawning_complete') {
        expect(data).toEqual({ user_classes_count: { Users: 1, Strangers: 0 }, user_count: 1 });
      }
    }
    expect(seen).toEqual(expect.arrayContaining(['spawning', 'spawning_complete', 'stats', 'heartbeat']));
    expect(cpu).toBeTypeOf('number');
    await socket.send([id ?? '', pack(['quit', null, id?.toString()])]);
    expect(await one.ended).toBe(0);
  } finally {
    socket.close();
  }
});

test.each([
  [['--load', 'http://localhost:5557'], 'no address of a Locust master'],
  [['--load', 'tcp://localhost'], 'no address of a Locust master'],
  [['--load', 'tcp://localhost:5557', '--engine', 'redis://x'], "cannot be used with option '--engine"],
  [[], 'Give --engine <address> or --load <address>'],
])('%j is refused', async (args, why) => {
  const { ended, output } = start(process.execPath, [cli, 'worker', 'shop', ...args]);
  expect(await ended).toBe(2);
  expect(output.text).toContain(why);
});
