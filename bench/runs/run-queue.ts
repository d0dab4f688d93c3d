/**
 * Runs over several workers, which stand for several machines: the cost of a queue, the gain of more workers, and the
 * cost of a worker that is killed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { killRound, CONCURRENCY, PART_SIZE, type KillRound } from '../../src/cli/testing/kill-rounds.ts';
import { startMachines } from '../../src/cli/testing/machines.ts';
import { redisServer } from '../../src/core/testing/redis-server.ts';
import type { StartedProcess } from '../../src/core/testing/started-processes.ts';
import { median, timed, type Figure } from '../figure.ts';

const ANSWER_MS = 20;
const ITERATIONS = 300;
const ROUNDS = 3;
const KILL_ROUNDS = Number(process.env['OUTRIGGER_KILL_ROUNDS'] ?? 20);
const test = "pm.test('ok', () => pm.response.to.have.status(200));";

export async function benchRunQueue(): Promise<Figure[]> {
  if (redisServer === undefined) {
    console.error('There is no redis-server here: what runs over many machines cost is not measured.');
    return [];
  }
  return [...(await benchWorkers()), ...(await benchKills())];
}

async function benchWorkers(): Promise<Figure[]> {
  const machines = await startMachines();
  machines.beforeAnswer = () => wait(ANSWER_MS);
  for (const name of ['a', 'b']) machines.addRequest(name, test);
  const size = ['--iteration-count', String(ITERATIONS)];
  const succeed = async ({ ended }: StartedProcess) => {
    const { code, output } = await ended;
    if (code !== 0) throw new Error(`A run ended with ${code}: ${output.slice(-2000)}`);
  };
  const plain = () => timed(() => succeed(machines.start(['run', 'shop', ...size])));
  const queued = () => timed(() => succeed(machines.startRun([...size, '--part-size', '20'])));
  const times: Record<'plain' | 'one' | 'two', number[]> = { plain: [], one: [], two: [] };
  await machines.startWorker();
  // Plain runs are measured in the same rounds as those with one worker, so that a slow moment of the machine affects
  // both.
  for (let round = 0; round < ROUNDS; round += 1) {
    times.plain.push(await plain());
    times.one.push(await queued());
  }
  await machines.startWorker();
  for (let round = 0; round < ROUNDS; round += 1) times.two.push(await queued());
  await machines.close();
  const [alone, oneWorker, twoWorkers] = [median(times.plain), median(times.one), median(times.two)];
  const ms = `${alone.toFixed(0)}, ${oneWorker.toFixed(0)}, ${twoWorkers.toFixed(0)} ms alone, with one worker, with two`;
  return [
    {
      what: `one worker, of the time of a run on this computer (${ms})`,
      value: oneWorker / alone,
      unit: 'times',
      target: 1.1,
    },
    { what: 'two workers, of the time of one', value: twoWorkers / oneWorker, unit: 'times', target: 1 / 1.7 },
  ];
}

async function benchKills(): Promise<Figure[]> {
  // It takes up to 20 seconds to notice a dead worker, so most of a shorter run would be this wait.
  const machines = await startMachines();
  machines.beforeAnswer = () => wait(1500);
  for (const name of ['a', 'b']) machines.addRequest(name, test);
  const undisturbed = await killRound(machines, { kills: false });
  const rounds: KillRound[] = [];
  for (let round = 0; round < KILL_ROUNDS; round += 1) rounds.push(await killRound(machines));
  await machines.close();
  const wrong = rounds.filter(
    ({ code, reported, expected, survivors }) =>
      code !== 0 || survivors.length > 0 || JSON.stringify(reported) !== JSON.stringify(expected),
  );
  const worst = (of: (round: KillRound) => number) => Math.max(...rounds.map(of));
  const killed = `a worker killed ${KILL_ROUNDS} times`;
  return [
    {
      what: `${killed}: runs with a wrong report, or with processes left`,
      value: wrong.length,
      unit: 'times',
      target: 0,
    },
    {
      what: `${killed}: requests sent again, of those that it had in hand`,
      value: worst(({ repeats }) => repeats) / (CONCURRENCY * PART_SIZE),
      unit: 'times',
      target: 1,
    },
    {
      what: `${killed}: longest run, of an undisturbed one (${(undisturbed.ms / 1000).toFixed(0)} s)`,
      value: worst(({ ms }) => ms) / undisturbed.ms,
      unit: 'times',
      target: 2,
    },
  ];
}
