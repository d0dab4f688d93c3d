/** Stored load runs: listed, opened after a reload, saved, deleted and restored. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { openCollection, simple } from './request-page.ts';

test('a load run is stored: opened with its charts, saved, deleted and restored', async ({
  app,
  workspace,
  server,
}) => {
  await openCollection(app, workspace, { 'list.yml': simple('list', 'BASE/list') }, server.base);
  const runner = app.page.getByRole('region', { name: 'Runner' });
  const runs = runner.getByRole('list', { name: 'Load runs' }).getByRole('listitem');
  const showLoads = async () => {
    await app.page.getByRole('button', { name: 'Show runner' }).click();
    await runner.getByRole('radiogroup', { name: 'Run type' }).getByText('Load').click();
  };
  await showLoads();
  await expect(runner.getByText('No load runs yet.')).toBeVisible();
  await runner.getByRole('checkbox', { name: 'All requests' }).check();
  await runner.getByLabel('Users', { exact: true }).fill('2');
  await runner.getByLabel('Duration (s)').fill('2');
  await runner.getByRole('button', { name: 'Start load' }).click();
  await expect(runs).toHaveCount(1, { timeout: 30_000 });
  await expect(runs).toContainText(/passed.*2 users .* 0 failed/);
  const counts = await runner.getByRole('status').textContent();

  await app.page.reload();
  await app.ready();
  await showLoads();
  await runs
    .first()
    .getByRole('button', { name: /passed/ })
    .click();
  await expect(runner.getByRole('status')).toHaveText(counts ?? '');
  await expect(runner.getByRole('img', { name: 'Response time (ms) over time' })).toBeVisible();
  await expect(runner.getByRole('region', { name: 'Details per request' }).getByRole('row')).toHaveCount(2);

  const more = runs.first().getByRole('button', { name: /^More for load run/ });
  await more.click();
  const download = app.page.waitForEvent('download');
  await app.page.getByRole('menuitem', { name: 'JSON' }).click();
  expect(JSON.parse(readFileSync(await (await download).path(), 'utf8'))).toMatchObject({
    version: 1,
    outcome: 'passed',
  });
  await more.click();
  await app.page.getByRole('menuitem', { name: 'Delete the load run' }).click();
  await expect(runs).toHaveCount(0);
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(runs).toHaveCount(1);
});
