/** Buttons and names stay in view beside long names, deep in a tree, in long tables, and in a window that is enlarged to 200 %. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, simple, tree } from './request-page.ts';
import { openListening } from './webhook-page.ts';

const NORMAL = { width: 1024, height: 700 };
/** What a window of 1024 x 700 has at a zoom of 200 %. */
const ENLARGED = { width: 512, height: 350 };
const LEVELS = 16;
const VARIABLES = 200;

test(
  'names and buttons stay in view',
  inSteps({
    'beside a long name, and at a zoom of 200 %': async ({ app, workspace }) => {
      const { page } = app;
      const name = `${'long'.repeat(30)}.py`;
      writeFileSync(path.join(workspace, 'programs', name), 'print(1)');
      await app.ready();
      await page.setViewportSize(NORMAL);
      await app.show('programs');
      await page
        .getByRole('list', { name: 'Program files' })
        .getByRole('button', { name: /^longlong/ })
        .click();
      await expect(page.getByRole('button', { name: 'Edit the source' })).toBeInViewport({ ratio: 1 });
      await page.setViewportSize(ENLARGED);
      await expect(page.getByRole('button', { name: 'Change…' })).toBeInViewport({ ratio: 1 });
      await app.show('webhooks');
      await expect(page.getByRole('button', { name: 'More for the list' })).toBeInViewport({ ratio: 1 });
    },
    'above the body of a notification, at a zoom of 200 %': async ({ app }) => {
      const { page } = app;
      await page.setViewportSize(NORMAL);
      const url = await openListening(app);
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
      await page.setViewportSize(ENLARGED);
      await page.getByRole('listbox', { name: 'Notifications' }).getByRole('option').first().click();
      await page.getByRole('tab', { name: 'Body' }).click();
      // Not by `toBeInViewport`, which scrolls inside of the group.
      const formats = page.getByRole('radiogroup', { name: 'Body format' });
      const rightOf = async (part: Locator) => {
        const box = await part.boundingBox();
        return box ? box.x + box.width : Number.NaN;
      };
      await expect
        .poll(async () => (await rightOf(formats)) - (await rightOf(formats.getByText('Hex'))))
        .toBeGreaterThanOrEqual(0);
    },
    'in a folder that is deep in other folders': async ({ app, workspace }) => {
      const { page } = app;
      await page.setViewportSize(NORMAL);
      const folder = Array.from({ length: LEVELS }, (_, level) => `level ${level}`).join('/');
      mkdirSync(path.join(workspace, folder), { recursive: true });
      await openCollection(app, workspace, { [`${folder}/deepest.yml`]: simple('deepest', 'http://127.0.0.1:1/') }, '');
      const name = tree(app).getByText('deepest', { exact: true });
      await name.scrollIntoViewIfNeeded();
      await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(40);
      await app.show('runner');
      const chosen = page.getByRole('list', { name: 'Requests to choose' }).getByText('deepest', { exact: true });
      await chosen.scrollIntoViewIfNeeded();
      await expect.poll(async () => (await chosen.boundingBox())?.width ?? 0).toBeGreaterThan(40);
    },
    'in the results of a run, at a zoom of 200 %': async ({ app }) => {
      const { page } = app;
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const row = page.getByRole('listbox', { name: 'Requests of the run' }).getByRole('option').first();
      await expect(row).toContainText('No response');
      await page.setViewportSize(ENLARGED);
      const shownPath = row.locator('[title$="deepest"]');
      await expect.poll(async () => (await shownPath.boundingBox())?.width ?? 0).toBeGreaterThan(40);
    },
    'in the console, at a zoom of 200 %': async ({ app }) => {
      await app.show('scripts');
      await app.openConsole();
      const row = app.console.getByRole('button', { name: /^GET http/ }).first();
      const url = row.getByText('http://127.0.0.1:1/', { exact: true });
      await expect.poll(async () => (await url.boundingBox())?.width ?? 0).toBeGreaterThan(100);
      for (const name of ['Show secrets', 'Clear the console'])
        await expect(app.page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      const shownLines = app.page.getByRole('combobox', { name: 'Show' });
      await expect.poll(async () => (await shownLines.boundingBox())?.width ?? 0).toBeGreaterThan(60);
      await app.consoleStrip.click();
    },
    'above the rows of a long table, and beside the buttons at a zoom of 200 %': async ({ app, workspace }) => {
      const { page } = app;
      const rows = Array.from({ length: VARIABLES }, (_, index) => `  - name: v${index}\n    value: '${index}'\n`);
      mkdirSync(path.join(workspace, 'environments'), { recursive: true });
      writeFileSync(path.join(workspace, 'environments/Many.yml'), `name: Many\nvariables:\n${rows.join('')}`);
      await app.show('environments');
      await page.getByRole('button', { name: 'Many', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Many' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Redo' })).toBeInViewport({ ratio: 1 });
      await page.setViewportSize(NORMAL);
      const table = page.getByRole('table', { name: /^Table of/ });
      await table.hover();
      await page.mouse.wheel(0, 100_000);
      await expect(page.getByPlaceholder('Add variable')).toBeInViewport();
      await expect(table.getByRole('columnheader', { name: 'Shared value' })).toBeInViewport({ ratio: 1 });
    },
  }),
);
