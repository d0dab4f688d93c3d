/** A queue, workers and commands that start runs, as real processes of one computer: for tests and for the bench. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportRequest } from '../../contract/report.ts';
import { findExecutable } from '../../core/processes/find-executable.ts';
import { killTree } from '../../core/processes/kill-tree.ts';
import { listProcesses } from '../../core/processes/process-list.ts';

const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');
const START_MS = 30_000;

export interface Command {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  ended: Promise<{ code: number | null; output: string }>;
}
export interface Machines {
  /** Where all commands run; the collection is the folder `shop` in it. */
  folder: string;
  /** Paths that the target server was asked for. */
  served: string[];
  /** Adds a request to the collection, whose address says the iteration. */
  addRequest(name: string, afterResponse: string): void;
  /** The command line, in the folder. */
  start(args: readonly string[]): Command;
  /** Settles when the worker takes parts. */
  startWorker(...args: string[]): Promise<Command>;
  startRun(args: readonly string[], env?: NodeJS.ProcessEnv): Command;
  /** Each request of the report `r.ndjson` as "iteration name", in the order of the run. */
  reported(): string[];
  close(): Promise<void>;
}

/** Undefined where there is no Redis server to be tested with. */
export const redisServer = process.platform === 'win32' ? undefined : await findExecutable('redis-server', process.env);

/** @param answerMs milliseconds after which the target server answers */
export async function startMachines({ answerMs = 0 } = {}): Promise<Machines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-machines-'));
  mkdirSync(path.join(folder, 'shop'));
  writeFileSync(path.join(folder, 'shop/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  const children: ChildProcess[] = [];
  const served: string[] = [];
  const target = http.createServer((request, response) => {
    served.push(request.url ?? '');
    setTimeout(() => response.end('{}'), answerMs);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port: targetPort } = target.address() as AddressInfo;
  const port = await freePort();
  const engine = ['--engine', `redis://127.0.0.1:${port}`];

  const redis = spawn(
    redisServer ?? '',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(redis);
  let said = '';
  redis.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(() => said.includes('Ready to accept connections'), 'the queue');

  function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Command {
    const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: { ...process.env, ...env } });
    children.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, output: () => output, ended };
  }
  return {
    folder,
    served,
    addRequest(name, afterResponse) {
      const url = `http://127.0.0.1:${targetPort}/${name}?i={{i}}`;
      const scripts = [
        { type: 'before-request', code: "pm.variables.set('i', pm.info.iteration);" },
        { type: 'after-response', code: afterResponse },
      ];
      writeFileSync(
        path.join(folder, `shop/${name}.yml`),
        JSON.stringify({ info: { name }, http: { method: 'GET', url }, runtime: { scripts } }),
      );
    },
    start: (args) => start(args),
    async startWorker(...args) {
      const worker = start(['worker', 'shop', ...engine, ...args]);
      await until(() => worker.output().includes('takes parts'), 'a worker');
      return worker;
    },
    startRun: (args, env) => start(['run', 'shop', ...engine, ...args], env),
    reported() {
      const lines = readFileSync(path.join(folder, 'r.ndjson'), 'utf8').trim().split('\n').slice(0, -1);
      return lines
        .map((line) => JSON.parse(line) as ReportRequest)
        .sort((a, b) => a.iteration - b.iteration || (a.name < b.name ? -1 : 1))
        .map(({ iteration, name }) => `${iteration} ${name}`);
    },
    async close() {
      for (const { pid, exitCode, signalCode } of children.reverse()) {
        if (pid !== undefined && exitCode === null && signalCode === null) await killTree(pid);
      }
      target.closeAllConnections();
      target.close();
    },
  };
}

/** The processes that one has started, and those that these have. */
export async function descendantsOf(pid: number | undefined): Promise<number[]> {
  const processes = await listProcesses();
  const children = (parent: number | undefined): number[] =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...children(one.pid)]);
  return children(pid);
}

export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const began = performance.now(); !isSo(); await wait(20)) {
    if (performance.now() - began > START_MS) throw new Error(`Waited in vain for ${what}.`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
