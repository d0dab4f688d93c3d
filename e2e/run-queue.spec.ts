/** Runs of a collection that workers execute: started, watched, stopped and collected in the interface. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { redisServer, startRedis, type RedisServer } from '../src/core/testing/redis-server.ts';
import type { AppPage } from './app-page.ts';
import { expect, root, test } from './fixtures.ts';
import { openCollection, simple } from './request-page.ts';

test.skip(redisServer === undefined, 'needs redis-server');

let base = '';
let folder: string;
let redis: RedisServer;
let worker: ChildProcess | undefined;
test.beforeAll(({ server }) => {
  ({ base } = server);
});
test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-redis-'));
  redis = await startRedis(folder);
});
test.afterEach(async () => {
  if (worker?.exitCode === null) {
    worker.kill('SIGINT');
    await once(worker, 'close');
  }
  worker = undefined;
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runner = (app: AppPage) => app.page.getByRole('region', { name: 'Runner' });
const state = (app: AppPage) => runner(app).getByRole('status', { name: 'Queue status' });
const rows = (app: AppPage) => runner(app).getByRole('listbox', { name: 'Requests of the run' }).getByRole('option');
const run = (app: AppPage) => runner(app).getByRole('button', { name: 'Run', exact: true });

function startWorker(workspace: string): void {
  const args = ['worker', workspace, '--engine', redis.url];
  worker = spawn(process.execPath, [path.join(root, 'out/main/cli.cjs'), ...args], { stdio: 'ignore' });
}
async function chooseQueue(app: AppPage): Promise<void> {
  await app.page.getByRole('button', { name: 'Show runner' }).click();
  await runner(app).getByRole('combobox', { name: 'Run on' }).click();
  await app.page.getByRole('option', { name: 'A queue' }).click();
  await expect(state(app)).toContainText('Enter the address');
  const address = runner(app).getByRole('textbox', { name: 'Queue URL' });
  await address.fill(redis.url);
  await address.press('Enter');
}

test('a run on a queue: checked first, live while workers execute it, and reported as any run', async ({
  app,
  workspace,
}) => {
  const ok = "runtime:\n  scripts:\n    - type: after-response\n      code: pm.test('ok', () => {});\n";
  const files = { 'one.yml': simple('one', 'BASE/one', ok), 'two.yml': simple('two', 'BASE/two', ok) };
  await openCollection(app, workspace, files, base);
  await chooseQueue(app);
  await expect(state(app)).toContainText('No worker is connected.');
  await app.photograph('run-queue-no-worker');
  await runner(app).getByRole('checkbox', { name: 'All requests' }).check();
  await runner(app).getByRole('textbox', { name: 'Iterations' }).fill('60');
  await runner(app).getByRole('textbox', { name: 'Delay (ms)' }).fill('60');
  await expect(runner(app).getByRole('button', { name: 'Debug' })).toBeDisabled();
  await run(app).click();
  const live = runner(app).getByRole('region', { name: 'Run on the queue' });
  await expect(live).toContainText('0 of 3 parts done');
  startWorker(workspace);
  await expect(live.getByRole('list', { name: 'Workers' })).toContainText('running');
  await app.photograph('run-queue-live');
  await expect(runner(app).getByRole('status').filter({ hasText: 'passed' })).toContainText(
    '120 requests120 tests passed',
  );
  await expect(rows(app).first()).toContainText('one');
  await expect(state(app)).toContainText('1 worker with these files');
  await expect(runner(app).getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1);
});

test('a run continues on the queue when its window is closed; it is collected later, or stopped', async ({
  app,
  workspace,
}) => {
  await openCollection(app, workspace, { 'one.yml': simple('one', 'BASE/one') }, base);
  await chooseQueue(app);
  await expect(state(app)).toContainText('No worker is connected.');
  await runner(app).getByRole('checkbox', { name: 'All requests' }).check();
  await run(app).click();
  const live = runner(app).getByRole('region', { name: 'Run on the queue' });
  await expect(live).toContainText('0 of 1 part done');
  await app.page.reload();
  await app.ready();
  await app.page.getByRole('button', { name: 'Show runner' }).click();
  const unfinished = state(app).getByRole('list', { name: 'Unfinished runs of the queue' });
  await expect(unfinished).toContainText('0 of 1 part done');
  await app.photograph('run-queue-unfinished');
  await unfinished.getByRole('button', { name: /^Collect the run/ }).click();
  await expect(live).toContainText('0 of 1 part done');
  startWorker(workspace);
  await expect(rows(app)).toHaveCount(1);
  await expect(runner(app).getByRole('status').filter({ hasText: 'passed' })).toContainText('1 request');
  await expect(unfinished).toHaveCount(0);
});
