/**
 * Runs of a collection on the command line: reports, errors that are found before anything is sent, and Ctrl+C during a
 * run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RunReport } from '../../contract/runs/report.ts';
import { startEchoServer, type EchoServer } from '../../core/testing/echo-server.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');
let echo: EchoServer;
let folder: string;
beforeAll(async () => {
  echo = await startEchoServer();
});
afterAll(() => echo.close());
beforeEach(() => {
  folder = temporaryFolder('cli-reports');
  mkdirSync(path.join(folder, 'environments'));
  writeFileSync(path.join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(
    path.join(folder, 'environments/Staging.yml'),
    `name: Staging\nvariables:\n  - name: base\n    value: ${echo.url}\n  - secret: true\n    name: api-key\n`,
  );
  request(
    'a',
    '{{base}}/get?key={{api-key}}',
    "pm.test('ok', () => pm.response.to.have.status(200)); console.log(pm.environment.get('api-key'));",
  );
});

function request(name: string, url: string, code: string): void {
  const script = JSON.stringify(code);
  writeFileSync(
    path.join(folder, `${name}.yml`),
    `info:\n  name: ${name}\nhttp:\n  method: GET\n  url: "${url}"\nruntime:\n  scripts:\n    - type: after-response\n      code: ${script}\n`,
  );
}
function start(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [cli, 'run', folder, ...args], {
    cwd: folder,
    env: { ...process.env, OUTRIGGER_SECRET_API_KEY: 'very-secret-key', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    ended: new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once('exit', (code) => resolve({ code, output })),
    ),
  };
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

test('every report, with secrets masked, also on the terminal', async () => {
  const files = ['r.json', 'r.xml', 'r.html'].flatMap((name) => ['--out', name]);
  const reporters = ['cli', 'json', 'junit', 'html'].flatMap((name) => ['--reporter', name]);
  const { code, output } = await start(['--env', 'Staging', ...reporters, ...files]).ended;
  expect(code, output).toBe(0);
  expect(output).toContain('key=(masked)');
  for (const text of [output, read('r.json'), read('r.xml'), read('r.html')]) expect(text).not.toContain('very-secret');
  expect(JSON.parse(read('r.json'))).toMatchObject({ name: 'Shop', outcome: 'passed', environment: 'Staging' });
});

test('a secret that is a word of reports is masked in texts, and the results stay', async () => {
  request('a', '{{base}}/get', "pm.test('a passed test', () => {}); console.log({ list: ['passed'] });");
  const args = ['--env', 'Staging', '--reporter', 'cli', '--reporter', 'json', '--out', 'r.json'];
  const secrets = { OUTRIGGER_SECRET_API_KEY: 'passed', OUTRIGGER_SECRET_OTHER: 'test', OUTRIGGER_SECRET_NAME: 'list' };
  const { code, output } = await start(args, secrets).ended;
  expect(code, output).toBe(0);
  expect(output).toContain('1 passed, 0 failed');
  expect(output).not.toMatch(/a passed|list:/);
  const report = JSON.parse(read('r.json')) as RunReport;
  expect(report).toMatchObject({ outcome: 'passed', requests: [{ tests: [{ state: 'passed' }] }] });
});

test('a secret in a Postman environment file is used, and masked', async () => {
  const values = [
    { key: 'base', value: echo.url },
    { key: 'api-key', value: 'file-secret-key', type: 'secret' },
  ];
  writeFileSync(path.join(folder, 'env.json'), JSON.stringify({ name: 'Live', values }));
  const args = [cli, 'run', folder, '--env', path.join(folder, 'env.json'), '--reporter', 'json'];
  const { stdout } = await execa(process.execPath, args, { cwd: folder, env: { OUTRIGGER_SECRET_API_KEY: undefined } });
  expect(stdout).not.toContain('file-secret-key');
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'passed', environment: 'Live' });
  expect(stdout).toContain('key=(masked)');
});

test.each([
  [['--env', 'Stagin'], /There is no environment "Stagin"\. Did you mean "Staging"\?/],
  [['--folder', 'b'], /There is no folder or request "b"/],
  [['--reporter', 'html', '--out', 'none/r.html'], /none\/r\.html cannot be written/],
  [['--out', 'r.html'], /belongs to no report/],
  [['--reporter', 'json', '--reporter', 'html'], /cannot both go to the terminal/],
  [['--shard', '3/2'], /i from 1 to n/],
  [['--shard', '1/2', '--client-cert', 'c.pem'], /name the server that may see the client certificate c\.pem/],
  [['--concurrency', '65'], /at most 64/],
  [['--iteration-data', 'none.csv'], /none\.csv cannot be read/],
  [['--ca-file', 'none.pem'], /none\.pem does not exist\.\nCorrect --ca-file/],
  [['--client-cert', 'env.json=none.pem'], /none\.pem does not exist\.\nCorrect --client-cert/],
])('%j is reported before anything is sent', async (args, message) => {
  const { code, output } = await start(args).ended;
  expect(code).toBe(2);
  expect(output).toMatch(message);
  expect(output).not.toContain('→');
});

test.runIf(process.platform !== 'win32')(
  'a pipe is read whole, and stays one; one that nobody reads is refused',
  async () => {
    execFileSync(
      'mkfifo',
      ['report', 'variables', 'lock'].map((name) => path.join(folder, name)),
    );
    const args = ['--env', 'Staging', '--reporter', 'json', '--out', 'report', '--allow-programs'];
    args.push('--export-environment', 'variables', '--write-lock', 'lock');
    const refused = await start(args).ended;
    expect(refused.code).toBe(2);
    expect(refused.output).toContain('The file of variables variables cannot be written: It is a pipe that no program');
    const readers = ['report', 'variables', 'lock'].map((name) => execa('cat', [name], { cwd: folder }));
    expect(await start(args).ended).toMatchObject({ code: 0 });
    const [report, variables, lock] = (await Promise.all(readers)).map(({ stdout }) => stdout);
    expect(JSON.parse(report ?? '')).toMatchObject({ name: 'Shop', outcome: 'passed' });
    expect(JSON.parse(variables ?? '')).toMatchObject({ name: 'Staging' });
    expect(lock).toContain('# The prog');
  },
);

test('the reports of a job array are merged into one; state that does not cross the parts is reported', async () => {
  request('b', '{{base}}/get', "pm.environment.set('seen', 1); pm.execution.setNextRequest('a');");
  const parts = [0, 1].map(async (index) => {
    const env = { AWS_BATCH_JOB_ARRAY_INDEX: String(index), AWS_BATCH_JOB_ARRAY_SIZE: '2' };
    return start(['--env', 'Staging', '--shard', 'auto', '--reporter', 'json', '--out', `${index}.json`], env).ended;
  });
  const [first, second] = await Promise.all(parts);
  expect([first?.code, second?.code]).toEqual([0, 1]);
  expect(second?.output).toContain(
    'This is part 2 of 2: variables and cookies that scripts set, and setNextRequest, do not reach other parts',
  );
  const merged = await execa(process.execPath, [cli, 'merge-reports', '0.json', '1.json', '--reporter', 'json'], {
    cwd: folder,
    reject: false,
  });
  const report = JSON.parse(merged.stdout) as RunReport;
  expect(merged.exitCode).toBe(1);
  expect(report.requests.map(({ name, status }) => `${name} ${status}`)).toEqual(['a 200', 'b 200']);
  expect(report.requests[1]?.errors.join()).toContain('"a" belongs to another part of this run');
});

test.runIf(process.platform !== 'win32')('reports are read from pipes, too', async () => {
  expect(await start(['--env', 'Staging', '--reporter', 'json', '--out', 'r.json']).ended).toMatchObject({ code: 0 });
  expect(await start(['--env', 'Staging', '--reporter', 'ndjson', '--out', 'r.ndjson']).ended).toMatchObject({
    code: 0,
  });
  execFileSync('mkfifo', ['silent'], { cwd: folder });
  for (const name of ['r.json', 'r.ndjson']) {
    const command = `"$0" "$1" merge-reports <(cat ${name}) --reporter ndjson`;
    const merged = await execa('bash', ['-c', command, process.execPath, cli], { cwd: folder });
    expect(merged.stdout).toContain('"outcome":"passed"');
    expect(merged.stdout.split('\n')).toHaveLength(2);
  }
  // Waiting for somebody to write does not keep the command from ending.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const waiting = execa(process.execPath, [cli, 'merge-reports', 'silent'], { cwd: folder, env, reject: false });
  // Before the command reads the pipe, opening it to write is an error, and a signal ends the process by itself.
  const open = () => openSync(path.join(folder, 'silent'), constants.O_WRONLY | constants.O_NONBLOCK);
  const writer = await vi.waitFor(open, { timeout: 50_000 });
  waiting.kill('SIGINT');
  expect((await waiting).exitCode).toBe(130);
  closeSync(writer);
});

test('concurrent iterations: the lines of each request are printed together, and the report contains all', async () => {
  request('b', '{{base}}/delay/0.2', "console.log('of iteration', pm.info.iteration);");
  const args = ['--env', 'Staging', '--iteration-count', '6', '--concurrency', '3', '--folder', 'b'];
  const { code, output } = await start([...args, '--reporter', 'cli', '--reporter', 'ndjson', '--out', 'r.ndjson'])
    .ended;
  expect(code, output).toBe(0);
  const printed = [...output.matchAll(/→ .*b$|of iteration \d/gm)].map(([line]) => line);
  expect(printed.map((line) => line.startsWith('of'))).toEqual(Array.from({ length: 12 }, (_, at) => at % 2 === 1));
  expect(printed.filter((line) => line.startsWith('of')).sort()).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => `of iteration ${n}`),
  );
  const lines = read('r.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { iteration?: number; outcome?: string });
  expect(lines.at(-1)?.outcome).toBe('passed');
  expect(lines.map(({ iteration }) => iteration).sort()).toEqual([0, 1, 2, 3, 4, 5, undefined]);
});

test('Ctrl+C during a run: a report of what has run is written', async () => {
  request('b', '{{base}}/delay/20', '');
  const run = start(['--env', 'Staging', '--reporter', 'cli', '--reporter', 'json', '--out', 'r.json']);
  await expect.poll(run.output, { timeout: 20_000 }).toContain('→ Shop / b');
  run.child.kill('SIGINT');
  const { code } = await run.ended;
  expect(code).toBe(130);
  const report = JSON.parse(read('r.json')) as RunReport;
  expect(report.outcome).toBe('stopped');
  expect(report.requests.map(({ name, status }) => `${name} ${status}`)).toEqual(['a 200', 'b null']);
  expect(existsSync(path.join(folder, 'r.json'))).toBe(true);
}, 40_000);
