/**
 * `outrigger worker --load` with a real Locust master, real workers, and a server that counts the requests. Needs `npm
 * run build` first. The tests with a master run concurrently, because a master takes seconds to start and to end.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Router } from 'zeromq';
import { pack, unpack } from 'msgpackr';
import { describe, test as base, vi } from 'vitest';
import { findExecutable } from '../../core/processes/find-executable.ts';
import { alive } from '../../core/testing/alive.ts';
import { descendantsOf } from '../../core/testing/descendants.ts';
import { freePort } from '../../core/testing/free-port.ts';
import { startedProcesses, type StartedProcess } from '../../core/testing/started-processes.ts';
import { cli, openShop, type Shop } from '../testing/shop.ts';

const root = path.join(import.meta.dirname, '../../..');
const locust = await findExecutable('locust', process.env);
const newestMaster = path.join(root, 'src/core/load/testing/newest_master.py');
const WAIT = { timeout: 60_000 };
const THINK_MS = 150;
/** Pause of a user between two iterations, because tests in other files need the processor too. */
const THINK = ['--think', `${THINK_MS}ms`];
/** Few, because starting a process takes most of the processor time of a short test. One worker keeps the default. */
const FEW = ['--script-processes', '2'];
/** The limit of a run that its test ends with `endRun`, after enough requests on a machine of any speed. */
const LONG = ['-t', '100s'];

vi.setConfig({ testTimeout: 120_000 });

/** Ends a run like Ctrl+C in the terminal of its master; settles when the master has ended. */
function endRun(master: StartedProcess): StartedProcess['ended'] {
  master.child.kill('SIGINT');
  return master.ended;
}

interface LoadTest extends Omit<Shop, 'close'> {
  port: number;
  start(file: string, args: readonly string[]): StartedProcess;
  worker(...more: string[]): StartedProcess;
  master(...args: string[]): StartedProcess;
  /** The row of the statistics that a master has printed last: it may end before it writes its file once more. */
  rowOf(master: StartedProcess, name: string): { requests: number; failures: number };
}
const test = base.extend<{ load: LoadTest }>({
  // An empty pattern, because Vitest reads the names of the needed fixtures from it: none.
  load: async ({}, use) => {
    const shop = await openShop();
    const { folder, close } = shop;
    const processes = startedProcesses();
    const port = await freePort();
    const start = (file: string, args: readonly string[]) => processes.start(file, args, { cwd: folder });
    const load: LoadTest = Object.assign(shop, {
      port,
      start,
      worker: (...more: string[]) =>
        start(process.execPath, [cli, 'worker', 'shop', '--load', `tcp://127.0.0.1:${port}`, ...more]),
      master: (...args: string[]) =>
        start(locust ?? 'locust', [
          '-f',
          path.join(root, 'resources/outrigger.py'),
          '--master',
          '--headless',
          '--master-bind-host',
          '127.0.0.1',
          '--master-bind-port',
          String(port),
          ...args,
        ]),
      rowOf({ printed }: StartedProcess, name: string) {
        const rows = printed.output.matchAll(new RegExp(`^(?:GET)? *${name} +(\\d+) +(\\d+)\\(`, 'gm'));
        const [, requests = 0, failures = 0] = [...rows].at(-1) ?? [];
        return { requests: Number(requests), failures: Number(failures) };
      },
    });
    load.writeRequest('a', { after: "pm.test('ok', () => pm.response.to.have.status(200));" });
    await use(load);
    await processes.end();
    close();
  },
});

describe.skipIf(locust === undefined).concurrent('with a real master', () => {
  test("two workers: the master's counts are those of the server, including tests and their failures", async ({
    load,
    expect,
  }) => {
    const { worker, master, rowOf, served } = load;
    load.writeRequest('b', { after: "pm.test('teapot', () => pm.response.to.have.status(418));" });
    const workers = [worker(...THINK, ...FEW), worker(...THINK, ...FEW)];
    const running = master('Users', '-u', '6', '-r', '6', ...LONG, '--expect-workers', '2');
    await expect.poll(() => served.length, WAIT).toBeGreaterThan(60);
    // Of each user the last request is not counted, because it has no response at the end of the run.
    load.beforeAnswer = () => new Promise(() => undefined);
    await expect.poll(() => served.length - rowOf(running, 'Aggregated').requests, WAIT).toBe(6);
    const { code, output } = await endRun(running);
    // Its exit code says that requests have failed.
    expect(code, output).toBe(1);
    for (const { ended } of workers) expect((await ended).code).toBe(0);
    expect(output).toMatch(/\{"Users": 6\} \(6 total users\)/);
    const [a, b] = [rowOf(running, 'a'), rowOf(running, 'b')];
    expect(a.requests + b.requests).toBe(served.length - 6);
    expect(a.failures).toBe(0);
    expect(b.failures).toBe(b.requests);
    expect(output).toContain('Test "teapot"');
  });

  test('additional messages of a newer master are understood, and it gets the fields that only it reads', async ({
    load,
    expect,
  }) => {
    load.writeRequest('a', { after: "pm.test('teapot', () => pm.response.to.have.status(418));" });
    const worker1 = load.worker(...THINK, ...FEW);
    const files = [path.join(root, 'resources/outrigger.py'), newestMaster].join(',');
    const options = ['-f', files, '-u', '2', '-r', '2', ...LONG, '--expect-workers', '1'];
    const startMs = performance.now();
    const running = load.master('Users', ...options, '--host', 'https://staging.example.com');
    await expect.poll(() => load.served.length, WAIT).toBeGreaterThanOrEqual(20);
    const { output } = await endRun(running);
    const { code, output: ofWorker } = await worker1.ended;
    expect(code, ofWorker).toBe(0);
    expect(ofWorker).toContain('has ended the run');
    const [, seconds, count] = /Failures for (\d+\.\d+) s, (\d+) times/.exec(output) ?? [];
    expect(Number(count), output).toBe(load.rowOf(running, 'a').failures);
    // One of the two users has sent ten requests. The end of the run may have aborted the last one.
    expect(Number(seconds)).toBeGreaterThan((8 * THINK_MS) / 1000 - 0.1);
    expect(Number(seconds)).toBeLessThan((performance.now() - startMs) / 1000);
    expect(ofWorker.match(/the message test_users, for which this worker does nothing/g)).toHaveLength(1);
    expect(ofWorker).toContain('host https://staging.example.com: requests go where the collection says');
    expect(ofWorker).not.toMatch(/message (heartbeat|spawning_complete)/);
  });

  test('when a worker is killed, its programs end, and another continues with its users, until Ctrl+C ends it too', async ({
    load,
    expect,
  }) => {
    const { worker, master, rowOf, served } = load;
    load.writeProgram('wait.js', "require('node:fs').appendFileSync('started', 'x'); setInterval(() => {}, 1000);");
    load.writeRequest('b', { after: "await pm.executeAsync('wait.js');" });
    const programsStarted = () => readFileSync(path.join(load.folder, 'shop/programs/started'), 'utf8').length;
    const dead = worker('--allow-programs', '--script-processes', '4');
    const survivor = worker('--allow-programs');
    const options = ['-u', '4', '-r', '4', ...LONG, '--expect-workers', '2', '--enable-rebalancing'];
    const running = master('Users', ...options);
    // Each of the four users has sent both requests, and waits for its program.
    await expect.poll(() => served.length, WAIT).toBe(8);
    await expect.poll(programsStarted, WAIT).toBe(4);
    const family = await descendantsOf(dead.child.pid);
    expect(family.length).toBeGreaterThan(2);
    dead.child.kill('SIGKILL');
    await expect.poll(() => alive(family), WAIT).toEqual([]);
    await expect.poll(() => served.length, WAIT).toBe(12);
    await expect.poll(programsStarted, WAIT).toBe(6);
    const family2 = await descendantsOf(survivor.child.pid);
    expect(family2.length).toBeGreaterThan(2);
    survivor.child.kill('SIGINT');
    // The master is notified, and no process remains.
    expect((await survivor.ended).code).toBe(0);
    expect((await running.ended).output).toContain('The last worker quit');
    await expect.poll(() => alive(family2), WAIT).toEqual([]);
    // Neither counted: the four requests of the killed worker, and those whose scripts Ctrl+C ended.
    expect(rowOf(running, 'Aggregated').requests).toBeGreaterThanOrEqual(served.length - 4 - 4);
  });

  test('when the master is killed, users stop, and the worker continues with the next master, whose number of arriving users is a rate', async ({
    load,
    expect,
  }) => {
    const { worker, master, rowOf, served } = load;
    const worker1 = worker(...FEW);
    load.beforeAnswer = () => wait(THINK_MS);
    const first = master('Users', '-u', '2', '-r', '2', ...LONG, '--expect-workers', '1');
    await expect.poll(() => served.length, WAIT).toBeGreaterThan(10);
    first.child.kill('SIGKILL');
    await expect.poll(() => worker1.printed.output, WAIT).toContain('is gone: users are stopped');
    served.length = 0;
    // It waits for no response and is never exceeded.
    const users = 20;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    load.beforeAnswer = () => released;
    const startMs = performance.now();
    const second = master('Arrivals', '-u', `${users}`, '-r', `${users}`, ...LONG, '--expect-workers', '1');
    // As many users would wait for their responses.
    await expect.poll(() => served.length, WAIT).toBeGreaterThan(2 * users);
    release();
    await expect.poll(() => served.length, WAIT).toBeGreaterThan(4 * users);
    const count = served.length;
    expect((performance.now() - startMs) / 1000).toBeGreaterThan((count - 1) / users);
    const { code, output } = await endRun(second);
    expect(code, output).toBe(0);
    expect((await worker1.ended).code).toBe(0);
    const { requests } = rowOf(second, 'a');
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(served.length);
  });
});

test('data that is not a message of a master is reported once, and changes nothing', async ({ load, expect }) => {
  const { port, served } = load;
  const socket = new Router();
  await socket.bind(`tcp://127.0.0.1:${port}`);
  try {
    const worker1 = load.worker(...THINK, ...FEW);
    const [id, ready] = await socket.receive();
    expect(unpack(ready ?? Buffer.alloc(0))).toEqual(['client_ready', -1, id?.toString()]);
    const spawnMessage = (counts: object, timestamp: number) =>
      pack(['spawn', { timestamp, user_classes_count: counts, stop_timeout: null }, id?.toString()]);
    const bad = [Buffer.from('x'), pack(['spawn', 7, 'w']), pack('stop'), spawnMessage({ Users: -1 }, 1)];
    for (const bytes of bad) await socket.send([id ?? '', bytes]);
    await socket.send([id ?? '', pack(['save_the_world', null, 'w'])]);
    await socket.send([id ?? '', spawnMessage({ Users: 1, Strangers: 5 }, 2)]);
    await expect.poll(() => served.length, WAIT).toBeGreaterThan(3);
    expect(worker1.printed.output.match(/an unreadable message/g)?.length).toBeLessThanOrEqual(bad.length);
    expect(worker1.printed.output).toContain('the user class Strangers');
    const receivedTypes: string[] = [];
    let cpu: unknown;
    for (
      let count = 0;
      count < 30 && !(receivedTypes.includes('stats') && receivedTypes.includes('heartbeat'));
      count += 1
    ) {
      const [, bytes] = await socket.receive();
      const [type, data] = unpack(bytes ?? Buffer.alloc(0)) as [string, Record<string, unknown> | null];
      receivedTypes.push(type);
      if (type === 'heartbeat') cpu = data?.['current_cpu_usage'];
      if (type === 'spawning_complete') {
        expect(data).toEqual({ user_classes_count: { Users: 1, Strangers: 0 }, user_count: 1 });
      }
    }
    expect(receivedTypes).toEqual(expect.arrayContaining(['spawning', 'spawning_complete', 'stats', 'heartbeat']));
    expect(cpu).toBeTypeOf('number');
    await socket.send([id ?? '', pack(['quit', null, id?.toString()])]);
    expect((await worker1.ended).code).toBe(0);
  } finally {
    socket.close();
  }
});

test.for([
  [['--load', 'http://localhost:5557'], 'not the address of a Locust master'],
  [['--load', 'tcp://localhost'], 'not the address of a Locust master'],
  [['--load', 'tcp://localhost:5557', '--engine', 'redis://x'], "cannot be used with option '--engine"],
  [[], 'Give --engine <address> or --load <address>'],
] as const)('%j is refused', async ([args, why], { load, expect }) => {
  const { code, output } = await load.start(process.execPath, [cli, 'worker', 'shop', ...args]).ended;
  expect(code).toBe(2);
  expect(output).toContain(why);
});
