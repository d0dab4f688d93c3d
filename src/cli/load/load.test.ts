/** `outrigger load` as a user runs it. Needs `npm run build` first. */
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadReport } from '../../contract/load/load.ts';
import { alive } from '../../core/testing/alive.ts';
import { descendantsOf } from '../../core/testing/descendants.ts';
import { startedProcesses } from '../../core/testing/started-processes.ts';
import { cli, openShop, type Shop } from '../testing/shop.ts';

const processes = startedProcesses();
let shop: Shop;

beforeEach(async () => {
  shop = await openShop();
  shop.writeRequest('a', { after: "pm.test('ok', () => pm.response.to.have.status(200));" });
});
afterEach(async () => {
  await processes.end();
  shop.close();
});

function start(...args: string[]) {
  const { folder } = shop;
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const env = { ...process.env, TMPDIR: temporary };
  return processes.start(process.execPath, [cli, 'load', 'shop', ...args], { cwd: folder, env });
}
/** Pause of a user between two iterations, because tests in other files need the processor too. */
const THINK = ['--think', '20ms'];
const reportOf = (file: string) => loadReport.parse(JSON.parse(readFileSync(path.join(shop.folder, file), 'utf8')));

test('users: a table, both reports, every request counted; met expectations give the exit code 0', async () => {
  const expectations = ['--expect', 'errors < 1 %', '--expect', 'p99.9 of a < 60 s'];
  const reports = ['--out', 'load.html', '--out', 'load.json'];
  const { code, stdout, stderr } = await start('--users', '4', ...THINK, '--for', '2s', ...expectations, ...reports)
    .ended;
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(/GET a +\d+ +0 /);
  expect(stdout).toContain('✓ errors < 1 % (0.00 %)');
  const report = reportOf('load.json');
  expect(report.total.requests / shop.served.length).toBeGreaterThanOrEqual(0.99);
  expect(report.total.requests).toBeLessThanOrEqual(shop.served.length);
  const html = readFileSync(path.join(shop.folder, 'load.html'), 'utf8');
  expect(html).toContain('&lt;Shop&gt;');
  expect(html).not.toContain('<Shop>');
  expect(html.match(/<path class="series s0" d="M[\dLh. M]+"\/>/g)).toHaveLength(3);
  // Loading the HTML report requests nothing else, and runs nothing.
  expect(html).not.toMatch(/<script|src=|href=|url\(/);
});

test('an expectation that is not met sets exit code 1; so do failed requests if there is no expectation', async () => {
  const expectation = ['--expect', 'min > 10 s', '--script-processes', '2'];
  const late = await start('--arrivals', '20', '--for', '1s', ...expectation, '--reporter', 'json').ended;
  expect(late.code).toBe(1);
  expect(loadReport.parse(JSON.parse(late.stdout)).expectations).toMatchObject([{ text: 'min > 10 s', isMet: false }]);
  expect(late.stderr).toContain('✗ min > 10 s');
  shop.writeRequest('a', { after: "pm.test('teapot', () => pm.response.to.have.status(418));" });
  const failed = await start('--users', '1', ...THINK, '--for', '1s').ended;
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
  expect(shop.served).toEqual([]);
});

test('Ctrl+C ends the run with its report; no program, process or file of it remains', async () => {
  shop.writeProgram('wait.js', 'setInterval(() => {}, 1000);');
  shop.writeRequest('b', { after: "await pm.executeAsync('wait.js');" });
  const { child, ended } = start('--users', '3', '--for', '10m', '--allow-programs', '--out', 'load.json');
  await expect.poll(() => shop.served.length, { timeout: 20_000 }).toBe(6);
  await expect.poll(async () => (await descendantsOf(child.pid)).length, { timeout: 20_000 }).toBeGreaterThan(6);
  const before = await descendantsOf(child.pid);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  const report = reportOf('load.json');
  expect(report.outcome).toBe('stopped');
  expect(report.rows.find(({ name }) => name === 'a')).toMatchObject({ requests: 3, failures: 0 });
  await expect.poll(() => alive(before), { timeout: 10_000 }).toEqual([]);
  expect(readdirSync(path.join(shop.folder, 'tmp')).filter((name) => name.startsWith('outrigger-run-'))).toEqual([]);
});
