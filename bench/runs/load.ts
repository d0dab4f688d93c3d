/**
 * Checks load runs: every request is counted, the offered rate is kept; measures the processor time of an iteration.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LoadReport } from '../../src/contract/load/load.ts';
import { listen } from '../../src/core/testing/listen.ts';
import { root } from '../bench-runner.ts';
import type { Figure } from '../figure.ts';

const ANSWER_MS = 20;

export async function benchLoad(): Promise<Figure[]> {
  let served = 0;
  const server = http.createServer((_request, response) => {
    served += 1;
    setTimeout(() => response.end('{"ok":true}'), ANSWER_MS);
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-load-'));
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const info = { name: 'load', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  const test = "pm.test('ok', () => pm.response.to.have.status(200));";
  const event = [{ listen: 'test', script: { exec: [test] } }];
  writeFileSync(path.join(folder, 'plain.json'), JSON.stringify({ info, item: [{ name: 'a', request: url }] }));
  writeFileSync(path.join(folder, 'tested.json'), JSON.stringify({ info, item: [{ name: 'a', event, request: url }] }));

  async function load(
    file: string,
    ...options: string[]
  ): Promise<{ report: LoadReport; served: number; cpuMs: number }> {
    const before = served;
    const args = [
      path.join(root, 'out/main/cli.cjs'),
      'load',
      file,
      '--for',
      '10s',
      ...options,
      '--out',
      'report.json',
    ];
    // The shell's `times` prints the processor time that its descendants have used.
    const shell = ['-c', '"$@" > /dev/null 2>&1; times', 'sh', process.execPath, ...args];
    const { stdout } = await promisify(execFile)('/bin/sh', shell, { cwd: folder });
    const used = [...(stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
    const cpuMs = used.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
    const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as LoadReport;
    return { report, served: served - before, cpuMs };
  }
  const users = await load('plain.json', '--users', '20', '--rate', '20');
  const arrivals = await load('plain.json', '--arrivals', '100', '--spacing', 'constant');
  const tested = await load('tested.json', '--users', '10', '--rate', '10');
  server.closeAllConnections();
  server.close();

  const uncounted = (item: { report: LoadReport; served: number }) =>
    Math.max(0, 1 - item.report.total.requests / item.served);
  const { offered = 0, started = 0 } = arrivals.report.arrivals ?? {};
  const cpuPerIteration = (item: { report: LoadReport; cpuMs: number }) =>
    item.cpuMs / Math.max(1, item.report.iterations);
  return [
    {
      what: 'users: share of the served requests that is not counted',
      value: uncounted(users),
      unit: 'times',
      target: 0.01,
    },
    {
      what: 'arrivals: share of the offered starts that did not take place',
      value: 1 - started / Math.max(1, offered),
      unit: 'times',
      target: 0.02,
    },
    {
      what: 'arrivals: offered beside what 100 a second for 10 s are',
      value: Math.abs(1 - offered / 1000),
      unit: 'times',
      target: 0.02,
    },
    { what: 'processor time of an iteration of one request', value: cpuPerIteration(users), unit: 'ms', target: 3 },
    {
      what: 'processor time of an iteration of one request with a test',
      value: cpuPerIteration(tested),
      unit: 'ms',
      target: 12,
    },
  ];
}
