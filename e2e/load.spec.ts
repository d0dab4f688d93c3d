/** A load run in the interface: its live figures and its report. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { openCollection, simple, tree } from './request-page.ts';

test('a load run of a folder: live charts, expectations, figures, and the report as a file', async ({
  app,
  workspace,
  server,
}) => {
  await openCollection(
    app,
    workspace,
    { 'orders/list.yml': simple('list', 'BASE/list'), 'orders/pay.yml': simple('pay', 'BASE/pay') },
    server.base,
  );
  const runner = app.page.getByRole('region', { name: 'Runner' });
  await tree(app).getByRole('button', { name: 'More for orders', exact: true }).click();
  await app.page.getByRole('menuitem', { name: 'Run in the runner' }).click();
  await runner.getByRole('radiogroup', { name: 'Run type' }).getByText('Load').click();
  await runner.getByLabel('Users', { exact: true }).fill('3');
  await runner.getByLabel('Duration (s)').fill('4');
  await runner.getByLabel('Expectations, one per line').fill('p95 < 60 s\nrate > 100000/s');
  await runner.getByRole('button', { name: 'Start load' }).click();
  await expect(runner.getByRole('status')).toContainText(/[1-9]\d* requests/);
  await expect(runner.getByRole('img', { name: 'Response time (ms) over time' })).toBeVisible();
  await expect(runner.getByRole('img', { name: 'Users over time' })).toBeVisible();
  await expect(runner.getByRole('button', { name: 'Report', exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(runner.getByRole('list', { name: 'Expectations' }).getByRole('listitem')).toHaveText([
    /✓ p95 < 60 s/,
    /✗ rate > 100000\/s/,
  ]);
  const figures = runner.getByRole('region', { name: 'Details per request' });
  await expect(figures.getByRole('row')).toHaveCount(4);
  await app.photograph('load');
  await runner.getByRole('button', { name: 'Report', exact: true }).click();
  const download = app.page.waitForEvent('download');
  await app.page.getByRole('menuitem', { name: 'HTML' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/<h2>Over time<\/h2>.*\bUsers\b/s);
});
