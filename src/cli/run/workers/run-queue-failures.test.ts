/**
 * Failures of runs over many machines: workers that are killed at random moments, a full disk. Needs `npm run build`
 * first. OUTRIGGER_KILL_ROUNDS is the number of times a worker is killed. The tests are concurrent, because most of
 * their time is waiting until a dead worker is noticed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, test as base } from 'vitest';
import { redisServer } from '../../../core/testing/redis-server.ts';
import type { StartedProcess } from '../../../core/testing/started-processes.ts';
import { CONCURRENCY, killRound, PART_SIZE } from '../../testing/kill-rounds.ts';
import { REPORT, startMachines, wholeRun, type Machines } from '../../testing/machines.ts';

const ROUNDS = Number(process.env['OUTRIGGER_KILL_ROUNDS'] ?? 3);

const test = base.extend<{ machines: Machines }>({
  // An empty pattern, because Vitest reads the names of the needed fixtures from it: none.
  machines: async ({}, use) => {
    const machines = await startMachines();
    machines.beforeAnswer = () => wait(20);
    for (const name of ['a', 'b']) machines.addRequest(name, "pm.test('ok', () => pm.response.to.have.status(200));");
    await use(machines);
    await machines.close();
  },
});

describe.skipIf(redisServer === undefined).concurrent('with a server', () => {
  test(
    `a worker is killed at a random moment, ${ROUNDS} times: each request is in the report once, nothing of it is left`,
    { timeout: 40_000 + ROUNDS * 30_000 },
    async ({ machines, expect }) => {
      const workers: StartedProcess[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { killedAfter, code, output, reported, expected, repeats, survivors } = await killRound(machines, {
          workers,
        });
        const when = `time ${round}, killed after ${killedAfter} requests; ${output}`;
        expect(code, when).toBe(0);
        expect(reported, when).toEqual(expected);
        expect(repeats, when).toBeLessThanOrEqual(CONCURRENCY * PART_SIZE);
        expect(survivors, when).toEqual([]);
      }
      for (const { child } of workers) child.kill('SIGINT');
      for (const { ended } of workers) expect((await ended).code).toBe(0);
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'if the disk has no room for a report, the error explains how to collect the run again without loss',
    { timeout: 120_000 },
    async ({ machines, expect }) => {
      await machines.startWorker();
      const { startRun, served } = machines;
      const size = ['--iteration-count', '10', '--part-size', '4'];
      const { code, output } = await startRun([...size, ...REPORT.slice(0, -1), '/dev/full']).ended;
      expect(code, output).toBe(2);
      expect(output).toMatch(/could not be written.*ENOSPC/);
      const [, id = ''] = /--attach (\w+)/.exec(output.slice(output.indexOf('ENOSPC'))) ?? [];
      expect(id, output).not.toBe('');
      expect(served).toHaveLength(20);
      const secondCollector = await startRun(['--attach', id, ...REPORT]).ended;
      expect(secondCollector.code, secondCollector.output).toBe(0);
      expect(machines.reported()).toEqual(wholeRun(10));
      // No request is repeated, and a collected run is removed.
      expect(served).toHaveLength(20);
      expect((await startRun(['--attach', id]).ended).output).toContain(`The queue has no run ${id}`);
    },
  );
});
