/** `outrigger load` as it is started by hand. Needs `npm run build` before. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadReport } from '../contract/load.ts';
import { killTree } from '../core/processes/kill-tree.ts';
import { listProcesses } from '../core/processes/process-list.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../out/main/cli.cjs');
const started: ChildProcess[] = [];
let folder: string;
let target: http.Server;
let served = 0;

beforeAll(async () => {
  if (!existsSync(cli)) throw new Error('Run npm run build first.');
  target = http.createServer((_request, response) => {
    served += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  target.closeAllConnections();
  target.close();
});
beforeEach(() => {
  folder = temporaryFolder('load');
  served = 0;
  mkdirSync(path.join(folder, 'shop/programs'), { recursive: true });
  writeFileSync(path.join(folder, 'shop/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: <Shop>\n');
  request('a', "pm.test('ok', () => pm.response.to.have.status(200));");
});
afterEach(async () => {
  for (const { pid, exitCode, signalCode } of started.splice(0)) {
    if (pid !== undefined && exitCode === null && signalCode === null) await killTree(pid);
  }
});

function request(name: string, code: string): void {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/${name}`;
  const file = {
    info: { name },
    http: { method: 'GET', url },
    runtime: { scripts: [{ type: 'after-response', code }] },
  };
  writeFileSync(path.join(folder, `shop/${name}.yml`), JSON.stringify(file));
}
function start(...args: string[]) {
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const child = spawn(process.execPath, [cli, 'load', 'shop', ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
  });
  started.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...output })) };
}
const reportOf = (file: string) => loadReport.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));

test('users: a table, both reports, every request counted; met expectations give the exit code 0', async () => {
  const expectations = ['--expect', 'errors < 1 %', '--expect', 'p99.9 of a < 60 s'];
  const reports = ['--out', 'load.html', '--out', 'load.json'];
  const { code, stdout, stderr } = await start('--users', '4', '--for', '2s', ...expectations, ...reports).ended;
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(/GET a +\d+ +0 /);
  expect(stdout).toContain('✓ errors < 1 % (0.00 %)');
  const report = reportOf('load.json');
  expect(report.total.requests / served).toBeGreaterThanOrEqual(0.99);
  expect(report.total.requests).toBeLessThanOrEqual(served);
  const html = readFileSync(path.join(folder, 'load.html'), 'utf8');
  expect(html).toContain('&lt;Shop&gt;');
  expect(html).not.toContain('<Shop>');
  expect(html.match(/<path class="series s0" d="M[\dLh. M]+"\/>/g)).toHaveLength(3);
  // Nothing but the file itself is loaded, and nothing is run.
  expect(html).not.toMatch(/<script|src=|href=|url\(/);
});

test('an expectation that is not met gives the exit code 1, and failed requests do where nothing is expected', async () => {
  const late = await start('--arrivals', '20', '--for', '1s', '--expect', 'min > 10 s', '--reporter', 'json').ended;
  expect(late.code).toBe(1);
  expect(loadReport.parse(JSON.parse(late.stdout)).expectations).toMatchObject([{ text: 'min > 10 s', isMet: false }]);
  expect(late.stderr).toContain('✗ min > 10 s');
  request('a', "pm.test('teapot', () => pm.response.to.have.status(418));");
  const failed = await start('--users', '1', '--for', '1s').ended;
  expect(failed.code).toBe(1);
  expect(failed.stdout).toContain('GET a: Test "teapot"');
});

test.each([
  [['--users', '1', '--for', '1s', '--expect', 'p95 < 300'], 'without a unit: p95 has ms or s'],
  [
    ['--users', '1', '--for', '1s', '--expect', 'p95 of b < 300 ms'],
    'the request "b", which is not in this collection',
  ],
  [['--for', '1s'], 'Give --users <n> or --arrivals <n>'],
  [['--users', '1', '--for', 'ever'], 'a time such as 500ms, 30s, 10m or 2h'],
  [['--users', '1'], "required option '--for <time>'"],
  [['--users', '1', '--for', '1s', '--out', 'nowhere/x.html'], 'nowhere/x.html cannot be written'],
  [['--users', '1', '--for', '1s', '--reporter', 'json', '--out', 'a', '--out', 'b'], '--out b belongs to no report'],
  [['--arrivals', '1', '--for', '1s', '--rate', '2'], "cannot be used with option '--rate"],
])('%j is refused before anything is sent', async (args, why) => {
  const { code, stderr } = await start(...args).ended;
  expect(stderr).toContain(why);
  expect(code).toBe(2);
  expect(served).toBe(0);
});

test('Ctrl+C ends the run with its report; no program, process or file of it is there afterwards', async () => {
  writeFileSync(path.join(folder, 'shop/programs/wait.js'), 'setInterval(() => {}, 1000);');
  request('b', "await pm.executeAsync('wait.js');");
  const { child, ended } = start('--users', '3', '--for', '10m', '--allow-programs', '--out', 'load.json');
  const family = async () => {
    const all = await listProcesses();
    const inside = (pid: number): boolean => {
      const one = all.find((process) => process.pid === pid);
      return one !== undefined && (one.parent === child.pid || inside(one.parent));
    };
    return all.filter(({ pid }) => inside(pid)).map(({ pid }) => pid);
  };
  await expect.poll(() => served, { timeout: 20_000 }).toBe(6);
  await expect.poll(async () => (await family()).length, { timeout: 20_000 }).toBeGreaterThan(6);
  const before = await family();
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  const report = reportOf('load.json');
  expect(report.outcome).toBe('stopped');
  expect(report.rows.find(({ name }) => name === 'a')).toMatchObject({ requests: 3, failures: 0 });
  await expect
    .poll(async () => (await listProcesses()).filter(({ pid }) => before.includes(pid)), { timeout: 10_000 })
    .toEqual([]);
  expect(readdirSync(path.join(folder, 'tmp')).filter((name) => name.startsWith('outrigger-run-'))).toEqual([]);
});
