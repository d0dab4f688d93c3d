/** Buttons stay in view beside long names and in a window that is enlarged to 200 %. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';

test('buttons stay in view beside a long name, and at a zoom of 200 %', async ({ app, workspace }) => {
  const { page } = app;
  const name = `${'long'.repeat(30)}.py`;
  writeFileSync(path.join(workspace, 'programs', name), 'print(1)');
  await app.ready();
  await page.setViewportSize({ width: 1024, height: 700 });
  await app.show('programs');
  await page
    .getByRole('list', { name: 'Program files' })
    .getByRole('button', { name: /^longlong/ })
    .click();
  await expect(page.getByRole('button', { name: 'Edit the source' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 512, height: 350 });
  await app.show('webhooks');
  await expect(page.getByRole('button', { name: 'More for the list' })).toBeInViewport({ ratio: 1 });
});
