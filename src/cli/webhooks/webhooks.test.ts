/** Replay and rehearsal on the command line. Needs `npm run build` first. */
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RehearsalReport } from '../../contract/webhooks/rehearsal-calls.ts';
import { createNotifications } from '../../core/notifications/notifications.ts';
import { workspaceStateFolder } from '../../core/platform/files/private-files.ts';
import { startTarget, type TargetServer } from '../../core/forwarding/testing/target-server.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
let folder: string;
let target: TargetServer;
/** Bodies that the server has processed. */
let processed: Set<string>;
beforeEach(async () => {
  folder = temporaryFolder('webhooks');
  processed = new Set();
  target = await startTarget(({ body }, response) => {
    processed.add(String(body));
    response.end('ok');
  });
});
afterEach(() => target.close());

const environment = () => ({ PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') });
const outrigger = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  execa(process.execPath, [bin, 'webhooks', ...args], {
    cwd: folder,
    env: { ...environment(), ...env },
    extendEnv: false,
    reject: false,
  });
function exported(count: number): string {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ receivedAt: '2026-01-02T03:04:05Z', path: `/a?n=${index + 1}`, body: `{"n":${index + 1}}` }),
  );
  writeFileSync(path.join(folder, 'hooks.ndjson'), lines.join('\n'));
  return 'hooks.ndjson';
}

test('a notification of the workspace is replayed with a new signature', async () => {
  const store = createNotifications({
    file: path.join(workspaceStateFolder(folder, environment()), 'notifications.sqlite'),
    onReceived: () => undefined,
    onStatus: () => undefined,
  });
  const rawHeaders = ['X-Hub-Signature-256', 'sha256=00'];
  const arrival = { receivedAt: new Date(), source: 'import' as const, method: 'PUT', path: '/x?y=1', peer: '' };
  await store.add([{ ...arrival, rawHeaders, body: Buffer.from([1, 2, 255]) }]);
  await store.close();
  const env = { OUTRIGGER_WEBHOOK_SECRET: 'shared' };
  const done = await outrigger(['replay', '1', '--to', `${target.url}/hooks`, '--sign', 'github'], env);
  expect([done.exitCode, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toMatch(/^#1 PUT http:\/\/127\.0\.0\.1:\d+\/hooks\/x\?y=1: 200 in \d+ ms$/);
  expect(target.received[0]).toMatchObject({ method: 'PUT', url: '/hooks/x?y=1', body: Buffer.from([1, 2, 255]) });
  const signature = createHmac('sha256', 'shared')
    .update(Buffer.from([1, 2, 255]))
    .digest('hex');
  expect(target.received[0]?.rawHeaders).toContain(`sha256=${signature}`);
});

test('the latest notification of a file, with JSON output; an unreachable server makes the command fail', async () => {
  const args = ['replay', '--from', exported(3), '--last', '2', '--json', '--to'];
  const done = await outrigger([...args, target.url]);
  expect(done.stdout.split('\n').map((line) => (JSON.parse(line) as { notification: number }).notification)).toEqual([
    2, 3,
  ]);
  expect(target.received.map(({ url }) => url)).toEqual(['/a?n=2', '/a?n=3']);
  const failed = await outrigger([...args, 'http://127.0.0.1:1/']);
  expect([failed.exitCode, failed.stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});

test.each([
  [['replay', '--last', '501', '--to', 'http://127.0.0.1:1/'], 'notifications.limit must be 500 or less, not 501.'],
  [
    ['rehearse', '--plan', 'plan.yml', '--check', '', '--to', 'http://127.0.0.1:1/'],
    '--check does not name a script: script must not be empty.',
  ],
  [['rehearse', '--plan', 'wrong.yml', '--to', 'http://127.0.0.1:1/'], 'retries must be 10 or less, not 11.'],
])('%j is refused in plain words', async (args, reason) => {
  writeFileSync(path.join(folder, 'plan.yml'), 'seed: 3\n');
  writeFileSync(path.join(folder, 'wrong.yml'), 'retries: 11\n');
  const done = await outrigger([...args, '--from', exported(3)]);
  expect([done.exitCode, done.stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test('a rehearsal prints a table, writes a JSON report and sets an exit code', async () => {
  writeFileSync(path.join(folder, 'plan.yml'), 'seed: 3\nduplicates: 0.5\nreordered: 0.5\ngatewayErrors: 0.3\n');
  const args = ['rehearse', '--plan', 'plan.yml', '--from', exported(10), '--to', target.url];
  const done = await outrigger([...args, '--out', 'report.json']);
  expect([done.exitCode, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toMatch(/^Number {2}Notification/);
  expect(done.stdout).toMatch(/Passed\. 10 notifications in \d+ requests, seed 3: 10 accepted\.$/);
  const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as RehearsalReport;
  expect(report).toMatchObject({ passed: true, seed: 3, requests: target.received.length });
  expect(processed.size).toBe(10);
  const order = target.received.map(({ url }) => url);
  target.received.length = 0;
  await outrigger([...args, '--json']);
  expect(target.received.map(({ url }) => url)).toEqual(order);
});

// As with `--plan <(command)` of a shell.
test.skipIf(process.platform === 'win32')('a plan and notifications may come from pipes', async () => {
  exported(2);
  writeFileSync(path.join(folder, 'plan.yml'), 'seed: 3\n');
  await execa('mkfifo', ['plan', 'hooks'], { cwd: folder });
  const writing = execa('sh', ['-c', 'cat plan.yml > plan & cat hooks.ndjson > hooks'], { cwd: folder, reject: false });
  const done = await outrigger(['rehearse', '--plan', 'plan', '--from', 'hooks', '--to', target.url]);
  writing.kill('SIGKILL');
  expect([done.exitCode, done.stderr]).toEqual([0, '']);
  expect(target.received).toHaveLength(2);
});

test('a report file that cannot be written is refused before anything is sent, and only the user can read one', async () => {
  writeFileSync(path.join(folder, 'plan.yml'), 'seed: 3\n');
  const args = ['rehearse', '--plan', 'plan.yml', '--from', exported(1), '--to', target.url, '--out'];
  const refused = await outrigger([...args, 'missing/report.json']);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('The report missing/report.json cannot be written'),
  ]);
  expect(target.received).toEqual([]);
  expect((await outrigger([...args, 'report.json'])).exitCode).toBe(0);
  if (process.platform !== 'win32') expect(statSync(path.join(folder, 'report.json')).mode & 0o777).toBe(0o600);
});

test('a mistake in a plan, and a missing secret, are reported', async () => {
  const source = exported(1);
  writeFileSync(path.join(folder, 'plan.yml'), 'duplicates: 5\n');
  const refusedCommand = await outrigger(['rehearse', '--plan', 'plan.yml', '--from', source, '--to', target.url]);
  expect([refusedCommand.exitCode, refusedCommand.stderr]).toEqual([2, expect.stringContaining('duplicates')]);
  writeFileSync(path.join(folder, 'plan.yml'), 'sign: { scheme: stripe }\n');
  const unsigned = await outrigger(['rehearse', '--plan', 'plan.yml', '--from', source, '--to', target.url]);
  expect([unsigned.exitCode, unsigned.stderr]).toEqual([2, expect.stringContaining('OUTRIGGER_WEBHOOK_SECRET')]);
  expect(target.received).toEqual([]);
});

test('a script checks whether each notification was processed once, and calls a program', async () => {
  const source = exported(2);
  mkdirSync(path.join(folder, 'programs'));
  writeFileSync(path.join(folder, 'programs/count.js'), 'console.log(process.argv[2] === "1" ? 1 : 2);');
  writeFileSync(
    path.join(folder, 'taken-once.js'),
    "const stdout = await pm.executeAsync('count.js', [String(pm.iterationData.get('body').n)]);\n" +
      "pm.test('taken once', () => pm.expect(stdout.trim()).to.equal('1'));",
  );
  writeFileSync(path.join(folder, 'plan.yml'), 'duplicates: 1\n');
  const args = ['rehearse', '--plan', 'plan.yml', '--from', source, '--to', target.url, '--check', 'taken-once.js'];
  const done = await outrigger([...args, '--allow-program', 'count.js']);
  expect([done.exitCode, done.stderr]).toEqual([1, '']);
  expect(done.stdout).toMatch(/#1 .* once +1\/1 tests[^]*#2 .* check failed +0\/1 tests/);
  expect(done.stdout).toContain('1 once, 1 check failed.');
  const refused = await outrigger(args);
  expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining('nobody can be asked')]);
  const absent = await outrigger([...args.slice(0, -1), 'absent.js']);
  expect([absent.exitCode, absent.stderr]).toEqual([2, expect.stringContaining('absent.js')]);
});
