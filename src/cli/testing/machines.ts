/** Starts a queue, workers and commands as real processes of one computer, for tests and for the benchmark. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportRequest } from '../../contract/runs/report.ts';
import { startRedis, type RedisServer } from '../../core/testing/redis-server.ts';
import { startedProcesses, type StartedProcess } from '../../core/testing/started-processes.ts';
import { cli, openShop, type Shop } from './shop.ts';

const START_MS = 30_000;

export interface CommandOptions {
  /** Default: the folder of the shop. */
  cwd?: string;
  /** Added to the environment variables of this process. */
  env?: NodeJS.ProcessEnv;
}
export interface Machines extends Omit<Shop, 'close'> {
  redis: RedisServer;
  /** Adds a request whose URL contains the iteration. */
  addRequest(name: string, after: string, before?: string): void;
  /** The command line. */
  start(args: readonly string[], options?: CommandOptions): StartedProcess;
  /** Settles when the worker is taking parts. */
  startWorker(args?: readonly string[], options?: CommandOptions): Promise<StartedProcess>;
  startRun(args: readonly string[], options?: CommandOptions): StartedProcess;
  /** Each request of the report as "iteration name", in the order of the run. */
  reported(): string[];
  close(): Promise<void>;
}

/** @throws when no Redis server is installed */
export async function startMachines(): Promise<Machines> {
  const shop = await openShop();
  const { folder, writeRequest, close: closeShop } = shop;
  const redis = await startRedis(folder);
  const processes = startedProcesses();
  const engine = ['--engine', redis.url];
  const start = (args: readonly string[], { cwd = folder, env = {} }: CommandOptions = {}) =>
    processes.start(process.execPath, [cli, ...args], { cwd, env: { ...process.env, ...env } });
  const machines: Machines = Object.assign(shop, {
    redis,
    addRequest: (name: string, after: string, before = '') =>
      writeRequest(name, { before: `pm.variables.set('i', pm.info.iteration); ${before}`, after }, `${name}?i={{i}}`),
    start,
    async startWorker(args: readonly string[] = [], options?: CommandOptions) {
      const worker = start(['worker', 'shop', ...engine, ...args], options);
      await until(() => worker.printed.output.includes('takes parts'), 'a worker');
      return worker;
    },
    startRun: (args: readonly string[], options?: CommandOptions) =>
      start(['run', 'shop', ...engine, ...args], options),
    reported() {
      const lines = readFileSync(path.join(folder, 'r.ndjson'), 'utf8').trim().split('\n').slice(0, -1);
      return lines
        .map((line) => JSON.parse(line) as ReportRequest)
        .sort((a, b) => a.iteration - b.iteration || (a.name < b.name ? -1 : 1))
        .map(({ iteration, name }) => `${iteration} ${name}`);
    },
    async close() {
      await processes.end();
      // A test may have replaced the server.
      await machines.redis.stop();
      closeShop();
    },
  });
  return machines;
}

/** Reporters of a run: the output, and the file that `reported()` reads. */
export const REPORT = ['--reporter', 'cli', '--reporter', 'ndjson', '--out', 'r.ndjson'];

/** The expected `reported()` of a run of the requests `a` and `b`. */
export const wholeRun = (iterations: number): string[] =>
  Array.from({ length: iterations }, (_, at) => [`${at} a`, `${at} b`]).flat();

export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const startMs = performance.now(); !isSo(); await wait(20)) {
    if (performance.now() - startMs > START_MS) throw new Error(`Waited in vain for ${what}.`);
  }
}
