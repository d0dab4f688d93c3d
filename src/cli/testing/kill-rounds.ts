/** Kills a worker at a random moment of a run, repeatedly, and reports the results of the runs. */
import { alive } from '../../core/testing/alive.ts';
import { descendantsOf } from '../../core/testing/descendants.ts';
import type { StartedProcess } from '../../core/testing/started-processes.ts';
import { REPORT, until, wholeRun, type Machines } from './machines.ts';

const ITERATIONS = 40;
export const CONCURRENCY = 2;
export const PART_SIZE = 4;

export interface KillRound {
  /** The number of requests after which the worker was killed. */
  killedAfter: number;
  code: number | null;
  output: string;
  /** Each request of the report as "iteration name". */
  reported: string[];
  expected: string[];
  /** The number of requests that were sent more than once. */
  repeats: number;
  /** Processes of the killed worker that are still running. */
  survivors: number[];
  ms: number;
}

interface RoundOptions {
  /** False: the same run, undisturbed. */
  kills?: boolean;
  /** The running workers of the last round, for several rounds of the same machines. Missing ones are started. */
  workers?: StartedProcess[];
}

/** Requires requests `a` and `b`. The workers are ended unless the caller has passed a list of workers. */
export async function killRound(
  machines: Machines,
  { kills = true, workers: kept }: RoundOptions = {},
): Promise<KillRound> {
  const { served, startWorker, startRun, reported } = machines;
  const concurrency = ['--concurrency', String(CONCURRENCY)];
  const workers = kept ?? [];
  const missing = Array.from({ length: 2 - workers.length }, () => startWorker(concurrency));
  workers.push(...(await Promise.all(missing)));
  served.length = 0;
  const startMs = performance.now();
  const size = ['--iteration-count', String(ITERATIONS), '--part-size', String(PART_SIZE)];
  const running = startRun([...size, ...REPORT]);
  const killedAfter = 1 + Math.floor(Math.random() * (2 * ITERATIONS - 10));
  let processes: number[] = [];
  if (kills) {
    await until(() => served.length >= killedAfter, 'requests');
    const [first] = workers.splice(0, 1);
    processes = [first?.child.pid ?? 0, ...(await descendantsOf(first?.child.pid))];
    first?.child.kill('SIGKILL');
    workers.push(await startWorker(concurrency));
  }
  const { code, output } = await running.ended;
  const ms = performance.now() - startMs;
  if (!kept) {
    for (const { child } of workers) child.kill('SIGINT');
    await Promise.all(workers.map(({ ended }) => ended));
  }
  const repeats = served.length - new Set(served).size;
  const survivors = await alive(processes);
  return { killedAfter, code, output, reported: reported(), expected: wholeRun(ITERATIONS), repeats, survivors, ms };
}
