/**
 * Runs over many machines with a real server, real workers and a real submitter, some of which are killed. Needs `npm
 * run build` first. The tests are concurrent, because most of them wait until a dead worker is noticed.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { describe, test as base, vi } from 'vitest';
import { alive } from '../../../core/testing/alive.ts';
import { descendantsOf } from '../../../core/testing/descendants.ts';
import { freePort } from '../../../core/testing/free-port.ts';
import { redisServer, startRedis } from '../../../core/testing/redis-server.ts';
import { startedProcesses } from '../../../core/testing/started-processes.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { REPORT, startMachines, wholeRun, type Machines } from '../../testing/machines.ts';
import { cli, openShop } from '../../testing/shop.ts';

vi.setConfig({ testTimeout: 120_000 });
const WAIT = { timeout: 60_000, interval: 20 };

const test = base.extend<{ machines: Machines }>({
  // An empty pattern, because Vitest reads the names of the needed fixtures from it: none.
  machines: async ({}, use) => {
    const machines = await startMachines();
    machines.addRequest('a', "pm.test('ok', () => pm.response.to.have.status(200));");
    machines.addRequest('b', "console.log('row', pm.iterationData.get('n'), pm.environment.get('token'));");
    await use(machines);
    await machines.close();
  },
});
/** Lets the server respond to a path only after the returned function is called. */
function holdAnswer(machines: Machines, heldPath: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  machines.beforeAnswer = (url) => (url === heldPath ? promise : Promise.resolve());
  return resolve;
}

describe.skipIf(redisServer === undefined).concurrent('with a server', () => {
  test('a worker is killed: its part is repeated, no request is missing or doubled, and no process remains; --no-retry: each request of its part is an error', async ({
    machines,
    expect,
  }) => {
    const { folder, startWorker, startRun, served, reported } = machines;
    const waits = "if (pm.info.iteration === 3) await pm.executeAsync('waits.sh');";
    machines.addRequest('b', '', waits);
    machines.writeProgram('waits.sh', 'if [ -e ../../seen ]; then exit; fi; touch ../../seen; sleep 600');
    const first = await startWorker(['--allow-programs']);
    const running = startRun(['--iteration-count', '20', '--part-size', '4', ...REPORT]);
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'seen'))).toBe(true), WAIT);
    const processes = await descendantsOf(first.child.pid);
    expect(processes.length).toBeGreaterThanOrEqual(3);
    first.child.kill('SIGKILL');
    const second = await startWorker(['--allow-programs']);
    const repeated = await running.ended;
    expect(repeated.code, repeated.output).toBe(0);
    expect(reported()).toEqual(wholeRun(20));
    expect(repeated.output).toMatch(/part 2 of 10: again, attempt 2/);
    await vi.waitFor(async () => expect(await alive(processes)).toEqual([]), WAIT);

    served.length = 0;
    holdAnswer(machines, '/b?i=1');
    const withoutRetry = startRun(['--iteration-count', '3', '--part-size', '2', '--no-retry', ...REPORT]);
    await vi.waitFor(() => expect(served).toContain('/b?i=1'), WAIT);
    second.child.kill('SIGKILL');
    await startWorker(['--allow-programs']);
    const { code, output } = await withoutRetry.ended;
    expect(code, output).toBe(1);
    expect(reported()).toEqual(wholeRun(3));
    expect(output).toMatch(/Part 2 of 3 was given up/);
    expect(served.filter((url) => url === '/b?i=1')).toHaveLength(1);
  });

  test('a worker with different files refuses a part; a submitter and then the server are killed, and the run is complete; Ctrl+C ends the running parts of another run', async ({
    machines,
    expect,
  }) => {
    const { folder, redis, start, startWorker, startRun, served, reported } = machines;
    // A worker with different files refuses the part and names them; another worker runs it.
    const other = temporaryFolder('other-shop');
    cpSync(path.join(folder, 'shop'), path.join(other, 'shop'), { recursive: true });
    const changed = path.join(other, 'shop/b.yml');
    writeFileSync(changed, readFileSync(changed, 'utf8').replace('row', 'col'));
    const refusedWorker = await startWorker([], { cwd: other });
    let release = holdAnswer(machines, '/b?i=7');
    const killed = startRun(['--iteration-count', '10', '--part-size', '2', ...REPORT]);
    const refused = await refusedWorker.ended;
    expect(refused.code).toBe(2);
    expect(refused.output).toContain(
      'This worker has other files than the run: collection/b.yml has another content here.',
    );
    expect(served).toEqual([]);
    const worker = await startWorker();
    // A submitter is killed: another command collects the run, including earlier results.
    await vi.waitFor(() => expect(served).toContain('/b?i=7'), WAIT);
    killed.child.kill('SIGKILL');
    const [, id = ''] = /--attach (\w+)/.exec(killed.printed.output) ?? [];
    release();
    // Where the run was started on this computer, its id says which collection and which queue.
    const collected = await start(['run', '--attach', id, ...REPORT]).ended;
    expect(collected.code, collected.output).toBe(0);
    expect(reported()).toEqual(wholeRun(10));
    const unknown = await start(['run', '--attach', '0123456789ab', ...REPORT]).ended;
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain('This computer has started no run 0123456789ab');
    const secondCollector = await startRun(['--attach', id, ...REPORT]).ended;
    expect(secondCollector.code).toBe(2);
    expect(secondCollector.output).toContain(`The queue has no run ${id}`);

    // A server is killed: it restores what it had written, and the run continues.
    served.length = 0;
    release = holdAnswer(machines, '/b?i=4');
    const continued = startRun(['--iteration-count', '8', '--part-size', '2', ...REPORT]);
    await vi.waitFor(() => expect(served).toContain('/b?i=4'), WAIT);
    await redis.stop();
    await vi.waitFor(() => expect(continued.printed.output).toContain('is not reachable'), WAIT);
    release();
    machines.redis = await startRedis(folder, { port: redis.port });
    const { code, output } = await continued.ended;
    expect(code, output).toBe(0);
    expect(output).toContain('is reachable again');
    expect(reported()).toEqual(wholeRun(8));

    // Ctrl+C ends running parts and removes waiting ones; the report has what was done.
    served.length = 0;
    release = holdAnswer(machines, '/b?i=2');
    const running = startRun(['--iteration-count', '50', '--part-size', '2', ...REPORT]);
    await vi.waitFor(() => expect(served).toContain('/b?i=2'), WAIT);
    await vi.waitFor(() => expect(running.printed.output).toContain('part 2 of 50: done'), WAIT);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(reported()).toEqual(wholeRun(2));
    // The worker notices that the run has ended, and is free for another one.
    const next = await startRun(['--iteration-count', '1', ...REPORT]).ended;
    expect(next.code, next.output).toBe(0);
    expect(served.filter((url) => /i=[3-9]/.test(url))).toEqual([]);
    release();
    worker.child.kill('SIGINT');
    expect((await worker.ended).code).toBe(0);
  });

  test('with the password of the queue from the environment, which is stored nowhere, a run is collected, and --bail ends it at the failed request', async ({
    machines,
    expect,
  }) => {
    const { folder, redis, start, startWorker, startRun, served, reported } = machines;
    machines.addRequest('b', "pm.test('early', () => pm.expect(pm.info.iteration).to.be.below(2));");
    const password = 'p@ss/word of the queue';
    const admin = new Redis(redis.url);
    await admin.config('SET', 'requirepass', password);
    admin.disconnect();
    const refused = await startRun(['--iteration-count', '1', ...REPORT]).ended;
    expect(refused.code, refused.output).toBe(3);
    expect(refused.output).toContain('Give the password of that server');
    const config = path.join(folder, 'config');
    const secret = { env: { OUTRIGGER_ENGINE_PASSWORD: password, OUTRIGGER_CONFIG_DIR: config } };
    const first = startRun(['--iteration-count', '10', '--part-size', '8', '--bail', ...REPORT], secret);
    await vi.waitFor(() => expect(first.printed.output).toContain('has 3 parts'), WAIT);
    await vi.waitFor(() => expect(first.printed.output).toContain('No worker takes parts'), WAIT);
    first.child.kill('SIGKILL');
    const [, id = ''] = /outrigger run shop --engine \S+ --attach (\w+)/.exec(first.printed.output) ?? [];
    const second = start(['run', '--attach', id, ...REPORT], secret);
    await vi.waitFor(() => expect(second.printed.output).toContain('No worker takes parts'), WAIT);
    await startWorker([], secret);
    const { code, output } = await second.ended;
    expect(code, output).toBe(1);
    // The part ends at the failed request. The worker may have started the next part before the run ended.
    expect(reported().slice(0, 6)).toEqual(wholeRun(3));
    expect(served).not.toContain('/a?i=3');
    expect(readFileSync(path.join(config, 'submitted-runs.json'), 'utf8')).toContain(id);
    for (const name of readdirSync(config, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(config, name);
      if (statSync(file).isFile()) expect(readFileSync(file, 'utf8'), name).not.toMatch(/word(?: |%20)of/);
    }
  });
});

// Not concurrent with the others, because it measures times.
test.skipIf(redisServer === undefined)(
  'two workers run the parts; the report has each request once; secrets and data files are those of the worker; --rate-limit spreads the parts over time for both together, and ends with its run',
  async ({ machines, expect }) => {
    const { folder, startWorker, startRun, reported } = machines;
    const startTimes: number[] = [];
    machines.beforeAnswer = (url) => {
      if (url.startsWith('/a')) startTimes.push(performance.now());
      return Promise.resolve();
    };
    writeFileSync(path.join(folder, 'rows.csv'), `n\n${Array.from({ length: 30 }, (_, at) => `r${at}`).join('\n')}\n`);
    mkdirSync(path.join(folder, 'shop/environments'));
    writeFileSync(
      path.join(folder, 'shop/environments/Local.yml'),
      'name: Local\nvariables:\n  - secret: true\n    name: token\n',
    );
    const local = ['--env', 'Local'];
    const secret = { env: { OUTRIGGER_SECRET_TOKEN: 'very-secret-token' } };
    const workers = await Promise.all(
      [[], ['--concurrency', '2']].map((more) => startWorker([...local, ...more], secret)),
    );
    // A part has two requests at a rate of one a second. On a slow machine the first one may be late.
    const limitedParts = ['--iteration-count', '6', '--part-size', '2', '--rate-limit', '2'];
    const limited = await startRun([...local, ...limitedParts, ...REPORT]).ended;
    expect(limited.code, limited.output).toBe(0);
    expect(reported()).toEqual(wholeRun(6));
    expect(startTimes).toHaveLength(6);
    expect((startTimes.at(-1) ?? 0) - (startTimes[0] ?? 0)).toBeGreaterThan(4000);

    const free = await startRun([...local, '--iteration-data', 'rows.csv', '--part-size', '6', ...REPORT]).ended;
    expect(free.code, free.output).toBe(0);
    // At the rate of the other run, it would take 30 seconds.
    expect((startTimes.at(-1) ?? 0) - (startTimes[6] ?? 0)).toBeLessThan(10_000);
    expect(reported()).toEqual(wholeRun(30));
    expect(free.output).toContain('row r29 (secret)');
    expect(free.output).not.toContain('very-secret');
    expect(free.output).toMatch(/part 10 of 10: done by \S+/);
    const attached = await startRun(['--attach', '123', '--rate-limit', '4']).ended;
    expect(attached.code).toBe(2);
    expect(attached.output).toContain('cannot be changed by --attach');
    for (const { child } of workers) child.kill('SIGINT');
    for (const { ended } of workers) expect((await ended).code).toBe(0);
  },
);

describe('without a server', () => {
  test('an unreachable queue, and options without effect, are reported before anything runs', async ({
    onTestFinished,
    expect,
  }) => {
    const shop = await openShop();
    const processes = startedProcesses();
    onTestFinished(async () => {
      await processes.end();
      shop.close();
    });
    shop.writeRequest('a', {});
    const port = await freePort();
    const start = (...args: string[]) => processes.start(process.execPath, [cli, ...args], { cwd: shop.folder }).ended;
    const run = (...args: string[]) => start('run', 'shop', '--engine', `redis://127.0.0.1:${port}`, ...args);
    const unreachable = await run('--iteration-count', '1');
    expect(unreachable.code).toBe(3);
    expect(unreachable.output).toContain(`The queue at redis://127.0.0.1:${port} cannot be reached`);
    const refusedRun = await run('--env-var', 'token=1');
    expect(refusedRun.code).toBe(2);
    expect(refusedRun.output).toContain('--env-var has no effect on a run that workers execute.');
    expect((await start('worker', 'shop', '--engine', 'http://x')).output).toContain(
      'http://x is not the address of a queue',
    );
  });
});
